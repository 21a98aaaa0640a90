// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

namespace malha::page {

/// Writes a drawing as PDF, with rsvg-convert of librsvg. The same drawing gives the same bytes. Throws
/// InputError if the program is missing, and CannotWrite.
void write_pdf(const std::string& svg, const std::filesystem::path& file);

} // namespace malha::page
