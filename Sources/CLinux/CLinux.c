#define _GNU_SOURCE
#include "CLinux.h"
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char *bobbin_error_text(int number) {
    const char *text = strerrordesc_np(number);
    return text ? text : "unknown error";
}

void bobbin_name_thread(unsigned long thread, const char *name) {
    pthread_setname_np(thread, name);
}

// Whether its code was changed when it was loaded.
static int has_changed_code(const struct dl_phdr_info *object) {
    for (unsigned index = 0; index < object->dlpi_phnum; index++) {
        if (object->dlpi_phdr[index].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[index].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL)) return 1;
    }
    return 0;
}

static int drop_code(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    if (has_changed_code(object)) return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (unsigned index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[index];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || (part->p_flags & PF_W)) continue;
        uintptr_t start = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_memsz + page - 1) & ~(page - 1);
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void bobbin_keep_heap_small(void) {
    mallopt(M_ARENA_MAX, 2);
    // What is large is mapped by itself and goes back when it is freed; the limit would grow with each otherwise.
    mallopt(M_MMAP_THRESHOLD, 64 * 1024);
}

void bobbin_give_back_memory(void) {
    malloc_trim(0);
    // Such code is as it is in its file: what is needed again comes back from the cache.
    dl_iterate_phdr(drop_code, NULL);
}
