// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/page/page.hpp"
#include "scenarios/runner/runs/library.hpp"

namespace malha {

/// Writes the page of result folders into a file: of campaigns, comparisons and runs, finished or not. The
/// page names what is missing. Throws InputError if no folder has results, and CannotWrite.
void write_page_of(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& file,
                   const Library& library);

/// The last line of a command that has written results into the folder. It names the command that makes their
/// page or, if `now`, the page, which is then made. Throws CannotWrite.
void offer_page(const std::filesystem::path& folder, bool now, const Library& library);

} // namespace malha
