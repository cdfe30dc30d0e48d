#define _GNU_SOURCE
#include "CLinux.h"
#include <pthread.h>
#include <string.h>

const char *bobbin_error_text(int number) {
    const char *text = strerrordesc_np(number);
    return text ? text : "unknown error";
}

void bobbin_name_thread(unsigned long thread, const char *name) {
    pthread_setname_np(thread, name);
}
