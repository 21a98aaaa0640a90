// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace malha {

/// Whether the text is one word of any shell without quotes: it has letters, digits and ._-/=:,@+
/// only.
bool is_plain_word(const std::string& text);

/// The text as one word of a shell, in quotes if necessary. Control characters are written as
/// numbers, which `printf` converts back.
std::string shell_word(const std::string& text);

} // namespace malha
