// SPDX-License-Identifier: MIT
// A plugin that throws while it is opened, where nobody can catch it.
#include <stdexcept>

namespace {

struct Early {
  Early() { throw std::runtime_error("too early"); }
};

const Early early;

} // namespace
