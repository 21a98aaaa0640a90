// SPDX-License-Identifier: MIT
#include "instance.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/validate/validator.hpp"
#include "rows.hpp"
#include "scenarios/runner/campaign/scratch_folder.hpp"
#include "scenarios/runner/processes/workers.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <boost/algorithm/string/erase.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace malha::chaos {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A look at the run when its clock has moved on.
struct Look {
  Seconds date;
  std::uint64_t under_way;
};

/// What was seen of a run, beside its files.
struct Seen {
  Outcome outcome;
  std::vector<ActorPlace> places;
  std::vector<Look> looks;
  std::vector<SentMessage> messages;
};

Seen run_watched(const Instance& instance, const SimulationPlan& plan, const fs::path& folder) {
  Seen seen;
  seen.outcome = run_into(folder, plan, instance.identity, {"malha chaos", 1}, [&](const Simulation& run) {
    seen.places = run.places();
    if (plan.has_message_faults())
      run.watch_messages([&](const SentMessage& message) { seen.messages.push_back(message); });
    Simulation::watch([&](Seconds date) { seen.looks.push_back({date, run.under_way()}); });
  });
  return seen;
}

/// The states of a run: what each task did at each look, and what was under way.
std::vector<std::uint64_t> states_of(const std::vector<Look>& looks, const Rows& rows) {
  constexpr std::uint64_t most = (std::uint64_t(1) << 53) - 1; // what JSON keeps exactly
  std::set<std::uint64_t> states;
  for (const auto& look : looks)
    states.insert(rows.state_at(look.date, look.under_way) & most);
  return {states.begin(), states.end()};
}

/// What is wrong with the results of a run that has ended; "" where nothing is.
std::string wrong_with(const fs::path& folder, const Rows& rows, const Record& record) {
  for (const auto& [id, state] : record.jobs) {
    const auto found = rows.states.find(id);
    if (found == rows.states.end())
      return "job " + id + " has no result";
    if (found->second != state)
      return "job " + id + " is " + found->second + ", and " + state + " without the fault";
  }
  for (const auto& [id, state] : rows.states)
    if (record.jobs.count(id) == 0)
      return "job " + id + " has a result, and is no job of the workload";
  const auto found = validate_schedule(folder);
  if (found.violations.empty())
    return "";
  auto violation = found.violations.front();
  boost::algorithm::erase_all(violation, folder.string() + "/"); // which is another one each time
  return "the schedule is not valid: " + violation;
}

/// The hosts with their actors and resources, in the order of the deployment, then of the resources.
std::vector<Component> components_of(const std::vector<ActorPlace>& places,
                                     const std::map<std::string, int>& resources) {
  std::vector<Component> components;
  std::map<std::string, std::size_t> known;
  const auto at = [&](const std::string& host) -> Component& {
    const auto [place, is_new] = known.emplace(host, components.size());
    if (is_new)
      components.push_back({host, "", {}, 0});
    return components[place->second];
  };
  std::map<std::string, std::set<std::string>> idle; // actors that other actors do the work of
  for (const auto& [actor, host, is_active] : places) {
    auto& component = at(host);
    (is_active ? component.lives : idle[host]).insert(actor);
  }
  for (const auto& [host, number] : resources)
    at(host).resources = number;
  for (auto& component : components) {
    const auto& named = component.lives.empty() ? idle[component.host] : component.lives;
    for (const auto& actor : named)
      component.kind += (component.kind.empty() ? "" : " + ") + actor;
    if (named.empty())
      component.kind = "a resource";
  }
  return components;
}

json record_in(const Seen& seen, const Rows& rows) {
  std::set<Seconds> dates;
  for (const auto& look : seen.looks)
    dates.insert(look.date);
  const Seconds end = dates.empty() ? 0 : *dates.rbegin();
  for (const auto date : rows.dates())
    if (date > 0 && date <= end)
      dates.insert(date);
  json components = json::array();
  for (const auto& component : components_of(seen.places, rows.resources))
    components.push_back({component.host, component.kind, component.lives, component.resources});
  json messages = json::array();
  for (const auto& [kind, from, to, date] : seen.messages)
    messages.push_back({kind, from, to, date});
  return {{"components", components},
          {"dates", dates},
          {"jobs", rows.states},
          {"used", rows.most_used},
          {"messages", messages}};
}

Record record_from(const json& said) {
  Record record;
  for (const auto& one : said["components"]) {
    record.components.push_back({one[0], one[1], one[2].get<std::set<std::string>>(), one[3]});
    record.resources += record.components.back().resources;
  }
  said["dates"].get_to(record.dates);
  said["jobs"].get_to(record.jobs);
  record.most_used = said["used"];
  for (const auto& one : said["messages"])
    record.messages.push_back({one[0], one[1], one[2], one[3]});
  return record;
}

void set(SimulationPlan& plan, const std::string& parameter, const std::string& value) {
  auto settings = plan.run.all();
  settings[parameter] = value;
  plan.run = Parameters(run_parameters(), settings);
}

} // namespace

Instance instance_of(const Library& library, const RunRequest& request,
                     const std::vector<std::string>& added) {
  auto watched = request;
  for (const auto& name : added) {
    watched.environment.push_back(name);
    watched.settings[name + ".messages"] = "";
  }
  auto plan = library.plan(watched);
  auto identity = Identifier(library).identity(plan, watched);
  set(plan, "lookahead", "off"); // dates are seen where SimGrid's clock stops
  return {request, std::move(plan), std::move(identity)};
}

void limit_time(Instance& instance, const Record& record) {
  if (instance.request.settings.count("max_time") > 0)
    return;
  constexpr double times = 10;
  constexpr Seconds more = 3600;
  set(instance.plan, "max_time", shortest(times * record.end() + more));
}

Record record_of(const Instance& instance) {
  const ScratchFolder scratch;
  const auto work = [&] {
    const auto seen = run_watched(instance, instance.plan, scratch.path());
    auto outcome = seen.outcome;
    if (outcome.status == Status::done)
      outcome.message = record_in(seen, rows_in(scratch.path())).dump();
    return outcome;
  };
  Outcome outcome;
  const int interrupted_by = run_workers({{"run without faults", work}}, {},
                                         [&](std::size_t, const Outcome& ended) { outcome = ended; });
  if (interrupted_by != 0)
    end_by_signal(interrupted_by);
  if (outcome.status == Status::bad_input)
    throw InputError(outcome.message);
  if (outcome.status != Status::done)
    throw InputError("the run without faults does not end: " + outcome.message +
                     "; valid: a simulation that ends");
  return record_from(json::parse(outcome.message));
}

Verdict judge_case(const Instance& instance, const Record& record, const FaultCase& faults,
                   const fs::path& folder) {
  const auto plan = with_faults(instance.plan, faults);
  Verdict verdict;
  try {
    check_supports(plan);
    const auto seen = run_watched(instance, plan, folder);
    const auto rows = rows_in(folder);
    verdict.states = states_of(seen.looks, rows);
    verdict.why =
        seen.outcome.status == Status::done ? wrong_with(folder, rows, record) : seen.outcome.message;
    verdict.kind = verdict.why.empty() ? Verdict::Kind::passed : Verdict::Kind::failed;
    if (seen.outcome.status == Status::bad_input)
      verdict.kind = Verdict::Kind::refused;
  } catch (const InputError& error) {
    verdict = {Verdict::Kind::refused, error.what(), {}};
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return verdict;
}

} // namespace malha::chaos
