// SPDX-License-Identifier: MIT
#include "batsim_schedule.hpp"

#include "results/files/files.hpp"
#include "results/validate/rows.hpp"
#include "results/validate/run_reader.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A mean and a maximum over jobs.
struct OverJobs {
  double sum = 0, max = 0;

  void add(double value) {
    sum += value;
    max = std::max(max, value);
  }
};

/// How long the machines computed, and how long they were down.
class MachineTimes {
public:
  MachineTimes(const fs::path& run, const std::vector<ResourceRow>& resources) {
    for (const auto& resource : resources)
      if (resource.slots > 1)
        shared_.try_emplace(resource.index);
    if (!is_written(run / "outages.csv"))
      return;
    for (CsvReader csv(run / "outages.csv"); csv.next();) {
      const auto index = csv.integer("resource", 0, static_cast<std::int64_t>(resources.size()) - 1);
      const bool ends = !csv.text("end").empty();
      add(static_cast<int>(index), finite(csv, "start"), ends ? finite(csv, "end") : never, 0, 1);
    }
  }

  void compute(const IndexSet& resources, Seconds start, Seconds end) {
    if (shared_.empty()) {
      computing_ += resources.size() * (end - start);
      return;
    }
    for (const int index : resources)
      if (shared_.count(index) > 0)
        add(index, start, end, 1, 0);
      else
        computing_ += end - start;
  }

  /// To be called once all are there. What happens behind the end does not count.
  void settle(Seconds end) {
    for (auto& [index, changes] : shared_)
      settle(changes, end);
  }
  double computing() const { return computing_; }
  double unavailable() const { return unavailable_; }

private:
  struct Change {
    Seconds time;
    int running, down;
  };

  void add(int index, Seconds start, Seconds end, int running, int down) {
    auto& changes = shared_[index];
    changes.push_back({start, running, down});
    changes.push_back({end, -running, -down});
  }

  /// A machine that is down does not compute, and one that runs several tasks computes once.
  void settle(std::vector<Change>& changes, Seconds end) {
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) { return a.time < b.time; });
    int running = 0, down = 0;
    for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
      running += changes[i].running;
      down += changes[i].down;
      const auto time = std::min(changes[i + 1].time, end) - std::min(changes[i].time, end);
      (down > 0 ? unavailable_ : computing_) += down > 0 || running > 0 ? time : 0;
    }
  }

  /// What happens on machines that may run several tasks at once, or were down; the others are only summed.
  std::map<int, std::vector<Change>> shared_;
  double computing_ = 0, unavailable_ = 0;
};

/// By state in power_states.csv: what Batsim calls the time in it.
const std::map<std::string, std::string> names_of_states{
    {"off", "time_sleeping"}, {"switching_off", "time_switching_off"}, {"switching_on", "time_switching_on"}};

/// How long machines slept and switched, and how often. A host that has several resources counts as often in
/// times, which are those of resources.
class Switches {
public:
  /// What happens behind the end does not count.
  Switches(const fs::path& run, const std::vector<ResourceRow>& resources, Seconds end) : end_(end) {
    if (!is_written(run / "power_states.csv"))
      return;
    std::map<std::string, int> units;
    for (const auto& resource : resources)
      ++units[resource.host];
    std::map<std::string, Turn> last;
    std::set<std::pair<Seconds, std::string>> groups;
    for (CsvReader csv(run / "power_states.csv"); csv.next();) {
      const auto host = csv.text("host");
      const Turn turn{finite(csv, "time"), csv.text("state")};
      const auto [before, is_first] = last.try_emplace(host, turn);
      if (!is_first)
        passed(before->second, turn, units[host]);
      // A host that fails is off as well, and has not been switched off.
      if (turn.state == "switching_off" || turn.state == "switching_on") {
        ++machines_;
        groups.emplace(turn.date, turn.state);
      }
      before->second = {turn.date,
                        turn.state == "off" && (is_first || before->second.state != "switching_off")
                            ? "failed"
                            : turn.state};
    }
    for (const auto& [host, turn] : last)
      passed(turn, {end_, ""}, units[host]);
    groups_ = groups.size();
  }

  void write(json& schedule) const {
    schedule["nb_grouped_switches"] = groups_;
    schedule["nb_machine_switches"] = machines_;
    for (const auto& [state, name] : names_of_states) {
      const auto found = times_.find(state);
      schedule[name] = found == times_.end() ? json(0) : json(found->second);
    }
  }
  /// The time in which machines slept or switched.
  double all() const {
    double sum = 0;
    for (const auto& [state, time] : times_)
      sum += names_of_states.count(state) > 0 ? time : 0;
    return sum;
  }

private:
  struct Turn {
    Seconds date;
    std::string state;
  };
  void passed(const Turn& from, const Turn& to, int units) {
    times_[from.state] += units * (std::min(to.date, end_) - std::min(from.date, end_));
  }
  const Seconds end_;
  std::map<std::string, double> times_; ///< of resources, by state
  std::size_t groups_ = 0, machines_ = 0;
};

/// The energy of all hosts, in J; -1, as Batsim writes it: it is not modelled.
json consumed_joules(const fs::path& run) {
  json joules = -1;
  if (is_written(run / "energy.csv"))
    for (CsvReader csv(run / "energy.csv"); csv.next();)
      if (csv.text("of") == "all")
        joules = finite(csv, "energy");
  return joules;
}

/// What happened to the jobs.
struct JobSums {
  std::int64_t finished = 0, succeeded = 0;
  Seconds last_finish = 0;
  OverJobs waiting, turnaround, slowdown;

  void add(const RanRow& row, Seconds submitted) {
    const auto took = row.end - submitted;
    ++finished;
    succeeded += row.outcome == text_of(FinalState::completed);
    last_finish = std::max(last_finish, row.end);
    waiting.add(row.start - submitted);
    turnaround.add(took);
    slowdown.add(row.end > row.start ? took / (row.end - row.start) : 1);
  }
  void write(json& schedule) const {
    schedule["makespan"] = last_finish;
    for (const auto& [name, values] : {std::pair<std::string, const OverJobs&>("waiting_time", waiting),
                                       {"turnaround_time", turnaround},
                                       {"slowdown", slowdown}}) {
      schedule["mean_" + name] = finished > 0 ? values.sum / static_cast<double>(finished) : 0;
      schedule["max_" + name] = values.max;
    }
  }
};

} // namespace

json batsim_schedule(const fs::path& run) {
  const RunReader reader(run);
  MachineTimes machines(run, reader.resources());
  JobSums jobs;
  Seconds end = 0;
  const auto rejected = reader.read([&](const RanRow& row, const CsvReader* csv) {
    row.each_size(
        [&](Seconds from, Seconds to, const IndexSet& resources) { machines.compute(resources, from, to); });
    end = std::max(end, row.end);
    if (csv != nullptr)
      jobs.add(row, finite(*csv, "submission_time"));
  });
  machines.settle(end);
  const Switches switches(run, reader.resources(), end);
  const auto all = jobs.finished + rejected;
  const double machine_time = static_cast<double>(reader.resources().size()) * end;
  json schedule{{"nb_jobs", all},
                {"nb_jobs_finished", jobs.finished},
                {"nb_jobs_success", jobs.succeeded},
                {"nb_jobs_killed", jobs.finished - jobs.succeeded},
                {"nb_jobs_rejected", rejected},
                {"success_rate", static_cast<double>(jobs.succeeded) / static_cast<double>(all)},
                {"nb_computing_machines", reader.resources().size()},
                {"time_computing", machines.computing()},
                {"time_unavailable", machines.unavailable()},
                {"time_idle", std::max(0.0, machine_time - machines.computing() - machines.unavailable() -
                                                switches.all())},
                {"consumed_joules", consumed_joules(run)}};
  switches.write(schedule);
  jobs.write(schedule);
  return schedule;
}

void write_schedule_json(const json& schedule, std::ostream& out) { out << schedule.dump(2) << '\n'; }

void write_schedule_csv(const json& schedule, std::ostream& out) {
  std::string names, values;
  for (const auto& [name, value] : schedule.items()) {
    names += (names.empty() ? "" : ",") + name;
    values += (values.empty() ? "" : ",") + csv_field(value.get<double>());
  }
  out << names << '\n' << values << '\n';
}

} // namespace malha
