#pragma once

// The commit this was built from; empty where nobody said.
const char *bobbin_build_commit(void);
