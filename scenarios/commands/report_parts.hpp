// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/page.hpp"
#include "scenarios/runs/library.hpp"

namespace malha {

/// The page of result folders: of campaigns, comparisons and runs, finished or not. What is missing is said
/// on the page. Throws InputError when none of them holds anything to show.
page::Page page_of(const std::vector<std::filesystem::path>& folders, const Library& library);

} // namespace malha
