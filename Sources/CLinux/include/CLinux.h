#pragma once
// Linux calls that Swift's Glibc module leaves out.
#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <wchar.h>

// The system's sentence for an error number; strerror may share its memory between threads.
const char *bobbin_error_text(int number);
// Names a thread, at most 15 bytes.
void bobbin_name_thread(unsigned long thread, const char *name);
