// SPDX-License-Identifier: MIT
#pragma once
#include "site_answers.hpp"

#include <iosfwd>

namespace malha {

/// A time from now on, as people read it: "now", "0:05:00", "1-02:00:00". Seconds are rounded.
std::string time_from_now(Seconds time);

/// Prints when each job that waits starts under each deployment, the first ones under the first deployment,
/// and what that comes to.
void print_answers(const SiteQueue& queue, const std::vector<SiteAnswer>& answers, std::ostream& out);

/// Writes whatif.csv and whatif.json into the folder. `runs` is the share of their limits that jobs run.
void write_answers(const std::filesystem::path& folder, const SiteQueue& queue,
                   const std::vector<SiteAnswer>& answers, double runs);

} // namespace malha
