#pragma once
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#include <curses.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

struct termios;

// Curses as a maker of bytes: what its macros and globals hide from Swift.

// A file in memory that curses takes for its terminal.
FILE *bobbin_curses_file(void);
// The window of the screen that is set.
WINDOW *bobbin_curses_window(void);
// The number of colours, and of pairs of them, of the screen that is set.
int bobbin_curses_colors(void);
int bobbin_curses_pairs(void);
// Makes the next update clear the terminal and draw all of it.
void bobbin_curses_redraw_all(void);
// Draws one letter; attributes are bits: 1 bold, 2 dim, 4 italic, 8 underline, 16 reverse.
int bobbin_curses_put(WINDOW *window, int row, int column, const wchar_t *letter, unsigned attributes, int pair);
// The same for a letter that is one scalar.
int bobbin_curses_put_scalar(WINDOW *window, int row, int column, wchar_t letter, unsigned attributes, int pair);
// The columns of a letter in the locale that is set: 0, 1, 2, or -1 if the C library doesn't know it.
int bobbin_curses_width(wchar_t letter);
// The number of colours that terminfo gives a terminal, or -1 if it does not know it; not while a screen is set.
int bobbin_terminfo_colors(const char *terminal);
// The text of a terminfo capability, or NULL.
const char *bobbin_curses_string(const char *capability);

// The one place that gives the terminal back, safe to call from a signal handler.

// Remembers how to restore the terminal behind a descriptor, and does so if the process crashes or exits.
// The bytes are copied. Returns false without memory.
bool bobbin_restore_arm(int descriptor, const unsigned char *bytes, size_t count, const struct termios *modes);
// Restores the terminal if that is due; it is not due a second time until armed again.
void bobbin_restore_now(void);
// Restores the terminal if that is due and it is the one behind this descriptor, which is about to be closed.
void bobbin_restore_before_close(int descriptor);

// The signals that concern a terminal's program, as numbers to read.

// Catches SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGTSTP and SIGCONT and returns a descriptor that yields the number of
// each as one byte, without blocking; -1 if there is none. Can be called several times, with as many releases.
int bobbin_signals_catch(void);
// Lets the calling thread take these signals, in case all others have them blocked.
void bobbin_signals_admit(void);
// Leaves the signals to whoever had them before the first catch.
void bobbin_signals_release(void);
