#define _GNU_SOURCE
#include "CNcurses.h"
#include <sys/mman.h>
#include <term.h>

FILE *bobbin_curses_file(void) {
    int descriptor = memfd_create("curses", MFD_CLOEXEC);
    return descriptor < 0 ? NULL : fdopen(descriptor, "w+");
}

WINDOW *bobbin_curses_window(void) { return stdscr; }

int bobbin_curses_colors(void) { return COLORS; }

int bobbin_curses_pairs(void) { return COLOR_PAIRS; }

void bobbin_curses_redraw_all(void) { clearok(curscr, TRUE); }

int bobbin_curses_put(WINDOW *window, int row, int column, const wchar_t *letter, unsigned attributes, int pair) {
    static const attr_t table[] = {A_BOLD, A_DIM, A_ITALIC, A_UNDERLINE, A_REVERSE};
    attr_t looks = A_NORMAL;
    for (unsigned bit = 0; bit < sizeof table / sizeof *table; bit++)
        if (attributes & (1u << bit)) looks |= table[bit];
    cchar_t cell;
    // The pair as an extension holds more than the short of the older interface.
    if (setcchar(&cell, letter, looks, 0, &pair) == ERR) return ERR;
    return mvwadd_wch(window, row, column, &cell);
}

int bobbin_curses_put_scalar(WINDOW *window, int row, int column, wchar_t letter, unsigned attributes, int pair) {
    wchar_t text[] = {letter, 0};
    return bobbin_curses_put(window, row, column, text, attributes, pair);
}

int bobbin_curses_width(wchar_t letter) { return wcwidth(letter); }

int bobbin_terminfo_colors(const char *terminal) {
    int failure;
    if (setupterm(terminal, 1, &failure) != OK) return -1;
    int colors = tigetnum("colors");
    del_curterm(cur_term);
    return colors < 0 ? 0 : colors;
}

const char *bobbin_curses_string(const char *capability) {
    const char *text = tigetstr(capability);
    return text == (const char *)-1 ? NULL : text;
}
