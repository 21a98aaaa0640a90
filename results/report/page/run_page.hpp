// SPDX-License-Identifier: MIT
#pragma once
#include "page.hpp"
#include "results/measures/metrics.hpp"
#include "results/report/data/share_done.hpp"

#include <filesystem>

namespace malha::page {

/// The part of a page that shows one run, from the files in its folder. A file that is missing, or cannot be
/// read, is named in the notes. `title` is the folder as the user gave it; ids of sections begin with
/// `prefix`. `known` metrics are shown with their units.
Part run_part(const std::filesystem::path& folder, const std::string& title, const std::string& prefix,
              const std::map<std::string, MetricSpec>& known, const ShareDone& share_done = {});

} // namespace malha::page
