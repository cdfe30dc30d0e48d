#pragma once
#include <curl/curl.h>
#include <fcntl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift can't call.
static inline CURLcode bobbin_curl_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode bobbin_curl_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode bobbin_curl_setopt_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode bobbin_curl_getinfo_socket(CURL *handle, CURLINFO info, curl_socket_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode bobbin_curl_getinfo_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode bobbin_curl_getinfo_certificates(CURL *handle, struct curl_certinfo **value) {
    return curl_easy_getinfo(handle, CURLINFO_CERTINFO, value);
}

// What curl has no use for would go to standard output.
static inline size_t bobbin_curl_discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    return size * count;
}
// curl does not keep its sockets from the programs that are started while they are open.
static inline int bobbin_curl_close_on_exec(void *context, curl_socket_t socket, curlsocktype purpose) {
    (void)context, (void)purpose;
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    return CURL_SOCKOPT_OK;
}
static inline CURLcode bobbin_curl_set_callbacks(CURL *handle) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, bobbin_curl_discard);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, bobbin_curl_discard);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, bobbin_curl_close_on_exec);
    return code;
}

// The HTTP client's options and answers.
typedef size_t (*bobbin_curl_transfer)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode bobbin_curl_setopt_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode bobbin_curl_setopt_transfer(CURL *handle, CURLoption option, bobbin_curl_transfer function) {
    return curl_easy_setopt(handle, option, function);
}
static inline CURLcode bobbin_curl_setopt_seek(CURL *handle, curl_seek_callback function) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, function);
}
static inline CURLcode bobbin_curl_setopt_progress(CURL *handle, curl_xferinfo_callback function) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}
static inline CURLcode bobbin_curl_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode bobbin_curl_getinfo_text(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, (char **)value);
}
static inline CURLMcode bobbin_curl_multi_setopt_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}
