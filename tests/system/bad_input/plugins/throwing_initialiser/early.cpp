// SPDX-License-Identifier: MIT
// A plugin that throws while it is opened.
#include <stdexcept>

namespace {

struct Early {
  Early() { throw std::runtime_error("too early"); }
};

const Early early;

} // namespace
