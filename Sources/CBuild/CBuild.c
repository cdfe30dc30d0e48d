#include "CBuild.h"

const char *bobbin_build_commit(void) { return BOBBIN_COMMIT; }
