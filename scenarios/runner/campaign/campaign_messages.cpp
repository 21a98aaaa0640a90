// SPDX-License-Identifier: MIT
#include "campaign.hpp"
#include "results/files/table.hpp"

#include <iostream>

namespace malha {

std::string progress_of(const CampaignResult& result) {
  return std::to_string(result.finished) + " of " + std::to_string(result.runs) + " runs are done";
}

std::string place_of_results(const CampaignResult& result) {
  return "results in " + result.folder.string() +
         (result.made < result.finished ? ", " + std::to_string(result.finished - result.made) + " of " +
                                              std::to_string(result.runs) + " runs were there already"
                                        : "") +
         (result.earlier > 0
              ? ", " + std::to_string(result.earlier) + " of them with seeds of an earlier command"
              : "");
}

void print_failures(const CampaignResult& result, std::ostream& out) {
  std::map<std::string, std::size_t> more; // by reason: how many failures follow the first
  for (const auto& failed : result.failures)
    ++more.try_emplace(failed.reason, -1).first->second;
  for (const auto& failed : result.failures) {
    const auto others = more.find(failed.reason);
    if (others == more.end())
      continue;
    out << complaint(failed.name + ": " + failed.reason);
    if (others->second > 0)
      out << complaint("… and " + std::to_string(others->second) +
                       (others->second == 1 ? " more run" : " more runs") + ": same reason");
    more.erase(others);
  }
}

void end_if_interrupted(const CampaignResult& result) {
  if (result.interrupted_by == 0)
    return;
  std::cerr << complaint("interrupted: " + progress_of(result) +
                         " and kept; the same command continues from there");
  end_by_signal(result.interrupted_by);
}

} // namespace malha
