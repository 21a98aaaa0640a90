// SPDX-License-Identifier: MIT
#pragma once
#include "gantt_data.hpp"
#include "page.hpp"

namespace malha::page {

/// Adds what is drawn of a run to its part of a page: what ran where, the load over time, messages by layer,
/// and the distributions of waiting times and slowdowns. What is missing, left out or cannot be read goes to
/// the notes; the rest is drawn.
void add_chart_sections(const std::filesystem::path& run, const std::string& prefix, Part& part,
                        const ChartLimits& limits = {}, const Told& told = {});

} // namespace malha::page
