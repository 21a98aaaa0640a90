// SPDX-License-Identifier: MIT
#include "batsim_schedule.hpp"

#include "results/files/files.hpp"
#include "results/validate/rows.hpp"
#include "results/validate/run_reader.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <ostream>

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
    machines.compute(row.resources, row.start, row.end);
    end = std::max(end, row.end);
    if (csv != nullptr)
      jobs.add(row, finite(*csv, "submission_time"));
  });
  machines.settle(end);
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
                {"time_idle", std::max(0.0, machine_time - machines.computing() - machines.unavailable())},
                {"consumed_joules", -1}};
  for (const auto* name : {"nb_grouped_switches", "nb_machine_switches", "time_sleeping",
                           "time_switching_off", "time_switching_on"})
    schedule[name] = 0;
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
