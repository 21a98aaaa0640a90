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

/// The jobs that were rejected since too few resources are left for them, and, if there are any, all whose
/// dependency was never satisfied: for which job they waited is not looked at.
std::set<std::string> rejected_rightly(const Rows& rows, const Record& record, int left) {
  std::set<std::string> rejected, dependent;
  for (const auto& [id, job] : record.jobs)
    if (const auto found = rows.states.find(id); found != rows.states.end()) {
      if (found->second == "REJECTED" && job.resources > left)
        rejected.insert(id);
      if (found->second == "DEPENDENCY_NEVER_SATISFIED")
        dependent.insert(id);
    }
  if (!rejected.empty())
    rejected.merge(dependent);
  return rejected;
}

/// What is wrong with the results of a run; "" where nothing is. `rejected` need not have ended, and nor need
/// others if the run was cut.
std::string wrong_with(const fs::path& folder, const Rows& rows, const Record& record,
                       const std::set<std::string>& rejected, bool was_cut) {
  for (const auto& [id, job] : record.jobs) {
    const auto found = rows.states.find(id);
    if (found == rows.states.end() && !was_cut)
      return "job " + id + " has no result";
    if (found != rows.states.end() && found->second != job.final_state && rejected.count(id) == 0)
      return "job " + id + " is " + found->second + ", and " + job.final_state + " without the fault";
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

/// Whether the run ended since no resource is left: its actors have found that out.
bool says_that_none_is_left(const Outcome& outcome, int left) {
  return left == 0 && outcome.status == Status::not_ended &&
         outcome.message.find("all are down") != std::string::npos;
}

/// Judges what a run has left in its folder.
void judge(const Outcome& outcome, const fs::path& folder, const Rows& rows, const Record& record, int left,
           Verdict& verdict) {
  const bool was_cut = says_that_none_is_left(outcome, left);
  if (outcome.status == Status::done || was_cut) {
    const auto rejected = rejected_rightly(rows, record, left);
    verdict.why = wrong_with(folder, rows, record, rejected, was_cut);
    verdict.leaves_too_few = verdict.why.empty() && (was_cut || !rejected.empty());
  } else {
    verdict.why = outcome.message;
  }
  verdict.kind = outcome.status == Status::bad_input ? Verdict::Kind::refused
                 : verdict.why.empty()               ? Verdict::Kind::passed
                                                     : Verdict::Kind::failed;
}

/// The hosts with their actors and resources, in the order of the deployment, then of the resources.
std::vector<Component> components_of(const std::vector<ActorPlace>& places, const Rows& rows) {
  const bool has_clusters = std::any_of(places.begin(), places.end(),
                                        [](const auto& one) { return one.actor == "multicluster/gateway"; });
  std::vector<Component> components;
  std::map<std::string, std::size_t> known;
  const auto at = [&](const std::string& host) -> Component& {
    const auto [place, is_new] = known.emplace(host, components.size());
    if (is_new)
      components.push_back({host, "", {}});
    return components[place->second];
  };
  std::map<std::string, std::set<std::string>> idle; // actors that other actors do the work of
  for (const auto& [actor, host, is_active, site] : places) {
    auto& component = at(host);
    if (has_clusters && actor == "cluster/scheduler")
      component.leads = site;
    (is_active ? component.lives : idle[host]).insert(actor);
  }
  for (const auto& [host, number] : rows.resources) {
    at(host).resources = number;
    at(host).site = has_clusters ? rows.sites.at(host) : "";
  }
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
  for (const auto& component : components_of(seen.places, rows))
    components.push_back({component.host, component.kind, component.lives, component.resources,
                          component.site, component.leads});
  json jobs = json::object();
  for (const auto& [id, state] : rows.states)
    jobs[id] = {state, rows.needs.at(id)};
  json messages = json::array();
  for (const auto& [kind, from, to, date] : seen.messages)
    messages.push_back({kind, from, to, date});
  return {{"components", components}, {"dates", dates}, {"jobs", jobs}, {"messages", messages}};
}

Record record_from(const json& said) {
  Record record;
  for (const auto& one : said["components"])
    record.components.push_back(
        {one[0], one[1], one[2].get<std::set<std::string>>(), one[3], one[4], one[5]});
  said["dates"].get_to(record.dates);
  for (const auto& [id, job] : said["jobs"].items())
    record.jobs[id] = {job[0], job[1]};
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

int most_left(const Record& record, const FaultCase& faults) {
  std::set<std::string> gone;
  for (const auto& crash : faults.crashes)
    if (crash.down == never)
      gone.insert(crash.host);
  std::map<std::string, int> left; // by site
  for (const auto& component : record.components)
    if (gone.count(component.host) == 0)
      left[component.site] += component.resources;
  int most = 0;
  for (const auto& component : record.components)
    if (!component.leads.empty() && gone.count(component.host) > 0)
      left[component.leads] = 0;
  for (const auto& [site, number] : left)
    most = std::max(most, number);
  return most;
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
    judge(seen.outcome, folder, rows, record, most_left(record, faults), verdict);
  } catch (const InputError& error) {
    verdict = {Verdict::Kind::refused, error.what()};
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return verdict;
}

} // namespace malha::chaos
