#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

// All that the handler needs is made beforehand: it may call nothing that takes a lock or memory.

static const int crash_signals[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE};
static const char *const crash_names[] = {"SIGSEGV", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE"};
#define CRASH_SIGNALS (sizeof crash_signals / sizeof *crash_signals)
#define OBJECTS 96
#define FRAMES 64

static struct sigaction earlier_actions[CRASH_SIGNALS];
static char *report_path;
static char *report_head;
static struct { uintptr_t base, start, end; char name[48]; } objects[OBJECTS];
static size_t object_count;
static atomic_bool is_reported;
static bool is_last;

static int note_object(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    if (object_count == OBJECTS) return 1;
    const char *path = object->dlpi_name[0] ? object->dlpi_name : "bobbin";
    const char *slash = strrchr(path, '/');
    uintptr_t start = UINTPTR_MAX, end = 0;
    for (unsigned index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_LOAD) continue;
        uintptr_t first = object->dlpi_addr + part->p_vaddr;
        if (first < start) start = first;
        if (first + part->p_memsz > end) end = first + part->p_memsz;
    }
    objects[object_count].base = object->dlpi_addr;
    objects[object_count].start = start;
    objects[object_count].end = end;
    strncpy(objects[object_count].name, slash ? slash + 1 : path, sizeof objects->name - 1);
    object_count++;
    return 0;
}

// Text for the report, gathered so that it goes out in few writes.
static char text[8192];
static size_t text_count;

static void put(const char *string) {
    while (*string && text_count < sizeof text) text[text_count++] = *string++;
}

static void put_number(uintmax_t number, unsigned radix) {
    char digits[24];
    size_t count = 0;
    do digits[count++] = "0123456789abcdef"[number % radix];
    while ((number /= radix) != 0 && count < sizeof digits);
    while (count && text_count < sizeof text) text[text_count++] = digits[--count];
}

static void write_all(int descriptor, const char *bytes, size_t count) {
    while (count) {
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

static void put_frame(uintptr_t address) {
    put("  ");
    for (size_t index = 0; index < object_count; index++) {
        if (address < objects[index].start || address >= objects[index].end) continue;
        put(objects[index].name);
        put(" + 0x");
        put_number(address - objects[index].base, 16);
        put("\n");
        return;
    }
    // Without its object an address says nothing, and may be anything.
    put("?\n");
}

// Reads memory that may not be there.
static bool read_words(uintptr_t address, uintptr_t *words, size_t count) {
    struct iovec ours = {words, count * sizeof *words}, theirs = {(void *)address, count * sizeof *words};
    return process_vm_readv(getpid(), &ours, 1, &theirs, 1, 0) == (ssize_t)(count * sizeof *words);
}

static void put_backtrace(const ucontext_t *context) {
#if defined(__x86_64__)
    uintptr_t address = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    uintptr_t frame = (uintptr_t)context->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
    uintptr_t address = (uintptr_t)context->uc_mcontext.pc;
    uintptr_t frame = (uintptr_t)context->uc_mcontext.regs[29];
#else
    uintptr_t address = 0, frame = 0;
    (void)context;
#endif
    put_frame(address);
    for (int depth = 1; depth < FRAMES && frame % sizeof(uintptr_t) == 0; depth++) {
        uintptr_t words[2];
        if (!read_words(frame, words, 2) || words[1] == 0) return;
        put_frame(words[1]);
        if (words[0] <= frame) return;
        // Bit 60 marks the frame of an asynchronous function, whose callers are on no stack.
        frame = words[0] & ~((uintptr_t)1 << 60);
    }
}

static void write_report(int number, const siginfo_t *information, const ucontext_t *context) {
    const char *name = "signal";
    for (size_t index = 0; index < CRASH_SIGNALS; index++)
        if (crash_signals[index] == number) name = crash_names[index];
    int file = open(report_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) {
        char thread[16] = "";
        prctl(PR_GET_NAME, thread);
        put(report_head);
        put("signal: ");
        put(name);
        put(information->si_code > 0 ? ", a fault\nthread: " : ", sent\nthread: ");
        put(thread);
        put("\nframes, as object and offset:\n");
        put_backtrace(context);
        write_all(file, text, text_count);
        close(file);
    }
    text_count = 0;
    put("\r\nbobbin: it has crashed (");
    put(name);
    put(file >= 0 ? "). What was being written is kept; a report without any message is in\r\n" : "); no report could be written to\r\n");
    put(report_path);
    put("\r\n");
    write_all(STDERR_FILENO, text, text_count);
}

static void report_and_die(int number, siginfo_t *information, void *context) {
    int error = errno;
    if (!atomic_exchange(&is_reported, true)) write_report(number, information, context);
    for (size_t index = 0; index < CRASH_SIGNALS; index++)
        if (crash_signals[index] == number) {
            if (is_last) signal(number, SIG_DFL);
            else sigaction(number, &earlier_actions[index], NULL);
        }
    errno = error;
    // A fault comes again by itself when this returns, with the registers a backtrace wants; the others don't.
    bool is_fault = information->si_code > 0 && (number == SIGSEGV || number == SIGILL || number == SIGBUS || number == SIGFPE);
    if (is_fault) return;
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    signal(number, SIG_DFL);
    raise(number);
}

bool bobbin_crash_arm(const char *path, const char *head, bool ends) {
    if (report_path != NULL) return true;
    is_last = ends;
    char *head_copy = strdup(head), *path_copy = strdup(path);
    if (head_copy == NULL || path_copy == NULL) return false;
    report_head = head_copy;
    report_path = path_copy;
    dl_iterate_phdr(note_object, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = report_and_die;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t index = 0; index < CRASH_SIGNALS; index++) sigaction(crash_signals[index], &action, &earlier_actions[index]);
    return true;
}

struct build_id {
    char *text;
    size_t room;
};

static int find_build_id(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    struct build_id *found = context;
    for (unsigned index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_NOTE) continue;
        const char *note = (const char *)(object->dlpi_addr + part->p_vaddr), *end = note + part->p_memsz;
        while (note + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *head = (const ElfW(Nhdr) *)note;
            const unsigned char *body = (const unsigned char *)note + sizeof *head + ((head->n_namesz + 3u) & ~3u);
            if (head->n_type == NT_GNU_BUILD_ID && head->n_namesz == 4) {
                size_t count = 0;
                for (; count < head->n_descsz && 2 * count + 2 < found->room; count++) {
                    found->text[2 * count] = "0123456789abcdef"[body[count] >> 4];
                    found->text[2 * count + 1] = "0123456789abcdef"[body[count] & 15];
                }
                found->text[2 * count] = 0;
            }
            note = (const char *)body + ((head->n_descsz + 3u) & ~3u);
        }
    }
    // The first object is the program.
    return 1;
}

void bobbin_build_id(char *text, size_t room) {
    if (room == 0) return;
    text[0] = 0;
    struct build_id found = {text, room};
    dl_iterate_phdr(find_build_id, &found);
}
