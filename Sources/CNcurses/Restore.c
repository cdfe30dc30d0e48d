#include "CNcurses.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Written only while not due, so that a handler never sees them half changed.
static int terminal = -1;
static unsigned char *restoring_bytes;
static size_t restoring_count;
static struct termios restoring_modes;
static atomic_bool is_due;

static const int fatal_signals[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGQUIT, SIGTERM, SIGHUP, SIGINT};
#define FATAL_SIGNALS (sizeof fatal_signals / sizeof *fatal_signals)
static struct sigaction earlier_actions[FATAL_SIGNALS];
static bool is_installed;

void bobbin_restore_now(void) {
    if (!atomic_exchange(&is_due, false)) return;
    int error = errno;
    size_t written = 0;
    // A terminal that takes nothing must not keep a dying process: a few short waits, then on.
    for (int stalls = 0; written < restoring_count && stalls < 5;) {
        ssize_t count = write(terminal, restoring_bytes + written, restoring_count - written);
        if (count > 0) {
            written += (size_t)count;
        } else if (count < 0 && errno == EAGAIN) {
            // What was queued is worth less than what restores.
            if (stalls++ == 2) tcflush(terminal, TCOFLUSH);
            struct pollfd entry = {.fd = terminal, .events = POLLOUT};
            poll(&entry, 1, 100);
        } else if (count < 0 && errno != EINTR) {
            break;
        }
    }
    tcsetattr(terminal, TCSANOW, &restoring_modes);
    errno = error;
}

void bobbin_restore_before_close(int descriptor) {
    if (terminal == descriptor) bobbin_restore_now();
}

static void restore_and_die(int number, siginfo_t *information, void *context) {
    (void)context;
    bobbin_restore_now();
    for (size_t index = 0; index < FATAL_SIGNALS; index++)
        if (fatal_signals[index] == number) sigaction(number, &earlier_actions[index], NULL);
    // A fault comes again by itself when this returns, with the registers a backtrace wants; the others don't.
    bool is_fault = information->si_code > 0 && (number == SIGSEGV || number == SIGILL || number == SIGBUS || number == SIGFPE);
    if (is_fault) return;
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    // A backtracer returns from its report, since it counts on the fault to come again.
    signal(number, SIG_DFL);
    raise(number);
}

static void install(void) {
    if (is_installed) return;
    is_installed = true;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = restore_and_die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t index = 0; index < FATAL_SIGNALS; index++) {
        sigaction(fatal_signals[index], NULL, &earlier_actions[index]);
        // Who ignores a signal, as nohup does, or handles a request to end, keeps it so.
        bool is_request = fatal_signals[index] == SIGTERM || fatal_signals[index] == SIGHUP ||
                          fatal_signals[index] == SIGINT || fatal_signals[index] == SIGQUIT;
        if (is_request && earlier_actions[index].sa_handler != SIG_DFL) continue;
        sigaction(fatal_signals[index], &action, NULL);
    }
    atexit(bobbin_restore_now);
}

bool bobbin_restore_arm(int descriptor, const unsigned char *bytes, size_t count, const struct termios *modes) {
    atomic_store(&is_due, false);
    unsigned char *copy = malloc(count + 1);
    if (copy == NULL) return false;
    memcpy(copy, bytes, count);
    free(restoring_bytes);
    restoring_bytes = copy;
    restoring_count = count;
    restoring_modes = *modes;
    terminal = descriptor;
    install();
    atomic_store(&is_due, true);
    return true;
}
