// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/page/page.hpp"
#include "scenarios/runner/runs/library.hpp"

namespace malha {

/// Writes the page of result folders into a file: of campaigns, comparisons and runs, finished or not. The
/// page names what is missing. Throws InputError if no folder has results, and CannotWrite.
void write_page_of(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& file,
                   const Library& library);

} // namespace malha
