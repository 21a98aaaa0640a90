// SPDX-License-Identifier: MIT
// A shared object that is no plugin.
extern "C" __attribute__((visibility("default"))) int answer() { return 42; }
