// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace malha {

/// Whether the text is one word of a shell as it stands, and in any script: letters, digits and ._-/=:,@+
/// only.
bool is_plain_word(const std::string& text);

/// The text as one word of a shell, in quotes where it needs them. Control characters are
/// written as their numbers, which `printf` turns into them.
std::string shell_word(const std::string& text);

} // namespace malha
