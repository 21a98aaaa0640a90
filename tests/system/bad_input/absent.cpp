// SPDX-License-Identifier: MIT
// The library that a plugin does not find: it is linked with it, and not told where it is.
__attribute__((visibility("default"))) int answer_of_the_absent();
int answer_of_the_absent() { return 42; }
