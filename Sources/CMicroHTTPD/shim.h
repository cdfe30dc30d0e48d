#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>

// What starting a daemon takes; its own call is variadic, which Swift can't write.
struct bobbin_mhd_settings {
    int listener;
    unsigned int connections;
    unsigned int idle_seconds;
    size_t connection_memory;
    // 0 for as many as there may be in all.
    unsigned int connections_per_address;
    // PEM texts, both or none; they must live as long as the daemon.
    const char *certificate;
    const char *key;
};

static inline struct MHD_Daemon *bobbin_mhd_start(struct bobbin_mhd_settings settings,
                                                  MHD_AccessHandlerCallback handler,
                                                  void *(*began)(void *, const char *, struct MHD_Connection *),
                                                  MHD_RequestCompletedCallback completed,
                                                  MHD_NotifyConnectionCallback notified, void *context) {
    struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
    struct MHD_OptionItem tls[] = {{MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings.certificate},
                                   {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings.key},
                                   {MHD_OPTION_END, 0, NULL}};
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE;
    if (settings.certificate) flags |= MHD_USE_TLS;
    return MHD_start_daemon(flags, 0, NULL, NULL, handler, context,
                            MHD_OPTION_LISTEN_SOCKET, settings.listener,
                            MHD_OPTION_CONNECTION_LIMIT, settings.connections,
                            MHD_OPTION_CONNECTION_TIMEOUT, settings.idle_seconds,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings.connection_memory,
                            MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings.connections_per_address,
                            MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
                            MHD_OPTION_STRICT_FOR_CLIENT, 1,
                            MHD_OPTION_URI_LOG_CALLBACK, began, context,
                            MHD_OPTION_NOTIFY_COMPLETED, completed, context,
                            MHD_OPTION_NOTIFY_CONNECTION, notified, context,
                            MHD_OPTION_ARRAY, settings.certificate ? tls : plain, MHD_OPTION_END);
}

// The numeric address of the other side; at least INET6_ADDRSTRLEN bytes of room are needed.
static inline void bobbin_mhd_peer(struct MHD_Connection *connection, char *text, unsigned int room) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info ? info->client_addr : NULL;
    text[0] = 0;
    if (address && address->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text, room);
    if (address && address->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)address)->sin6_addr, text, room);
}

// The socket of a connection, or -1.
static inline int bobbin_mhd_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline void bobbin_mhd_close(struct MHD_UpgradeResponseHandle *handle) {
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}
