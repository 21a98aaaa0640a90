// SPDX-License-Identifier: MIT
#include "duel_confirm.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/validate/validator.hpp"
#include "scenarios/runner/campaign/campaign.hpp"
#include "scenarios/runner/language/path_names.hpp"

#include <cmath>

namespace malha::duel {
namespace {

/// What of the campaign does not agree with the search; "": all does.
std::string flaw_of(const CampaignResult& ran, const Bout& bout, const Result& result) {
  constexpr double last_digits = 1e-9;
  if (!ran.failures.empty())
    return ran.failures.front().name + ": " + ran.failures.front().reason;
  for (std::size_t side = 0; side < bout.sides.size(); ++side)
    for (const auto& cell : ran.cells) {
      if (cell.run != bout.sides[side].name)
        continue;
      const auto values = cell.values(bout.metric);
      const double searched = result.values[side].value_or(0);
      if (values.size() != 1 ||
          std::abs(values.begin()->second - searched) > last_digits * std::abs(searched))
        return bout.metric + " of " + cell.run + " is " + shortest(searched) + " in the search, and " +
               (values.empty() ? "missing" : shortest(values.begin()->second)) + " in the simulation";
    }
  for (const auto& verdict : ran.verdicts)
    if (verdict.verdict != "agrees")
      return "the claim of the scenario is '" + verdict.verdict + "': " + verdict.numbers;
  return "";
}

} // namespace

Confirmation confirmed(const std::filesystem::path& scenario, const std::filesystem::path& folder,
                       const Bout& bout, const Result& result, const Library& library,
                       const CommandInfo& command) {
  CampaignRequest request{{scenario.string()}, {}, {}, std::nullopt, {}};
  CampaignOptions options{folder, {command.workers}, 1, 1, std::nullopt, command};
  auto fork_servers = campaign_fork_servers(library, options);
  const auto scenarios = read_scenarios(request, library);
  const auto ran = run_campaign(request, scenarios, library, options, std::move(fork_servers));
  end_if_interrupted(ran);
  Confirmation confirmation{{}, flaw_of(ran, bout, result)};
  for (const auto& side : bout.sides) {
    confirmation.runs.push_back(folder_of({scenarios.front().name, side.name, "", 0, ""}, folder));
    if (!confirmation.flaw.empty())
      continue;
    const auto found = validate_schedule(confirmation.runs.back());
    if (!found.violations.empty())
      confirmation.flaw = "the schedule of " + side.name + " is not valid: " + found.violations.front();
  }
  return confirmation;
}

} // namespace malha::duel
