#define _GNU_SOURCE
#include "CNcurses.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

// Handlers, not signalfd: the main thread of a Swift program may wait in sigsuspend with nothing blocked, and would
// take a signal before a descriptor could tell of it.

static const int caught_signals[] = {SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGTSTP, SIGCONT};
#define CAUGHT_SIGNALS (sizeof caught_signals / sizeof *caught_signals)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction earlier_actions[CAUGHT_SIGNALS];
static int users;
// Never closed: a handler may be about to write.
static int ends[2] = {-1, -1};

static void tell(int number) {
    int error = errno;
    uint8_t byte = (uint8_t)number;
    ssize_t ignored = write(ends[1], &byte, 1);
    (void)ignored;
    errno = error;
}

int bobbin_signals_catch(void) {
    pthread_mutex_lock(&lock);
    if (ends[0] < 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) ends[0] = -1;
    if (ends[0] >= 0 && users++ == 0) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = tell;
        action.sa_flags = SA_RESTART;
        for (size_t index = 0; index < CAUGHT_SIGNALS; index++)
            sigaction(caught_signals[index], &action, &earlier_actions[index]);
    }
    int result = ends[0];
    pthread_mutex_unlock(&lock);
    return result;
}

void bobbin_signals_admit(void) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < CAUGHT_SIGNALS; index++) sigaddset(&set, caught_signals[index]);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void bobbin_signals_release(void) {
    pthread_mutex_lock(&lock);
    if (users > 0 && --users == 0)
        for (size_t index = 0; index < CAUGHT_SIGNALS; index++)
            sigaction(caught_signals[index], &earlier_actions[index], NULL);
    pthread_mutex_unlock(&lock);
}
