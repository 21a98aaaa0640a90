// SPDX-License-Identifier: MIT
#pragma once
#include "page.hpp"
#include "results/report/data/share_done.hpp"
#include "results/report/script/gantt_data.hpp"

namespace malha::page {

/// Adds the charts of a run to its part of a page: attempts on resources, load over time, messages by layer,
/// and the distributions of waiting times and slowdowns. Files that are missing or cannot be read, and
/// omissions, are named in the notes.
void add_chart_sections(const std::filesystem::path& run, const std::string& prefix, Part& part,
                        const ChartLimits& limits = {}, const ShareDone& share_done = {});

} // namespace malha::page
