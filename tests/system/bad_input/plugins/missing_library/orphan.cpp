// SPDX-License-Identifier: MIT
// A plugin that is linked with a library that is nowhere.
int answer_of_the_absent();

extern "C" __attribute__((visibility("default"))) int answer() { return answer_of_the_absent(); }
