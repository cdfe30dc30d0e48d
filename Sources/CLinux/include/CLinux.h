#pragma once
// Linux calls that Swift's Glibc module leaves out.
#include <ifaddrs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
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
// Has the heap waste little, for a program that is open all day; before there are threads.
void bobbin_keep_heap_small(void);
// Gives the system back what the heap has free and the pages of code that are mapped, as after starting or a burst of
// work; what is used again is mapped again.
void bobbin_give_back_memory(void);
// Has a crash leave a report in a new file (0600) of this path and print the path: the head, the signal, the thread and
// the frames, and nothing of the program's data. Armed before a terminal is taken over, it reports once that is restored.
// If it ends the program, who else wanted to see the crash does not. Returns false without memory; calls after the first
// do nothing.
bool bobbin_crash_arm(const char *path, const char *head, bool ends);
// The program's build identifier in hexadecimal digits; empty where it has none.
void bobbin_build_id(char *text, size_t room);
