// SPDX-License-Identifier: MIT
#pragma once
#include "page.hpp"
#include "results/measures/metrics.hpp"

#include <filesystem>

namespace malha::page {

/// The part of a page that shows one run, from the files in its folder. A file that is missing, or cannot be
/// read, is named in the notes. `title` is the folder as it was given; the ids of the sections begin with
/// `prefix`. Metrics that are `known` have their units.
Part run_part(const std::filesystem::path& folder, const std::string& title, const std::string& prefix,
              const std::map<std::string, MetricSpec>& known, const Told& told = {});

} // namespace malha::page
