// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/execution.hpp"
#include "policies/sdk/speed_profile.hpp"
#include "results/files/energy_rows.hpp"
#include "results/files/history_file.hpp"
#include "results/files/row_file.hpp"
#include "results/measures/metrics.hpp"
#include "scenarios/workload/files/snapshot.hpp"

#include <boost/container/flat_set.hpp>

#include <limits>
#include <map>

namespace malha {

/// Writes the records of a run while it lasts. Rows of jobs are in the order of their finish, ties by id,
/// even when actors notice ends late. The recorder holds only rows that might come after an end which is
/// still to be reported. Without a folder ("") it keeps the metrics alone.
class Recorder {
public:
  struct Options {
    bool decisions = false; ///< keep decisions.csv
    bool series = false;    ///< keep series.csv and machine_states.csv
    Seconds warm_up = 0, cool_down = std::numeric_limits<Seconds>::infinity();
    SlowdownRule slowdowns = {};
    ClassBorders classes = {};
    /// How the speeds of hosts change, by host, as shares of the host's speed.
    const std::map<std::string, SpeedProfile>* speeds = nullptr;
  };

  Recorder(RowFolder folder, const Executions& executions, const Options& options);

  /// Announces a resource, and writes how its speed changes. `owner` is a user. Returns its index.
  int add_resource(const std::string& host, FlopsPerSecond speed, int cores, const std::string& site,
                   int slots, const std::string& owner = "");
  /// The number of resources that were announced.
  int resources() const { return next_resource_; }
  void finished(JobRow&& row);
  /// Announces a row with this finish, which will come after that date, since a message brings it. The answer
  /// travels with the message. The recorder stops expecting the row when the last copy of the answer is
  /// destroyed, which also happens when the message is lost.
  std::shared_ptr<const void> expect_row(Seconds finish);
  void attempted(const AttemptRow& row);
  void was_down(const OutageRow& row);
  /// Writes the tasks of a DAG with their parents, and begins to measure it.
  void submitted_dag(const Job& job);
  /// A task of a DAG starts. Call it only if `explains()`, as the next function.
  void dag_started(const DagStartRow& row);
  /// A task of a DAG goes to another host, or was to go there.
  void dag_moved(const DagMoveRow& row);
  /// Writes what the job waits for.
  void waits(const Job& job);
  /// Whether reasons of decisions are wanted.
  bool explains() const { return options_.decisions; }
  void decided(const DecisionRow& row);
  void balanced(const BalanceRow& row);
  void predicted(const PredictionRow& row);
  void part_ended(const PartRow& row);
  void resized(const SizeRow& row);
  void experienced(const multicluster::Experience& experience);
  /// Whether the state of the cluster over time is wanted.
  bool has_series() const { return options_.series; }
  void state(const StateRow& row);
  /// Energy is modelled: rows of attempts have theirs. It is called before the first of them.
  void model_energy() { models_energy_ = true; }
  /// There are tasks of a length that no speed explains, whose resources drew power as if they computed.
  void delays_are_busy() { delays_are_busy_ = true; }
  bool has_busy_delays() const { return delays_are_busy_; }
  void host_power(const HostPowerRow& row);
  void power_state(const PowerStateRow& row);
  void power(const PowerRow& row);
  void power_cap(const PowerCapRow& row);
  void energy(const EnergyRow& row);
  void user_state(const UserStateRow& row);
  /// Writes snapshot.json.
  void snapshot(const Snapshot& snapshot) const;
  /// Adds to a metric that an actor declares. A metric that every run has starts at 0.
  void count(const std::string& metric, double amount = 1) { counters_[metric] += amount; }

  const std::map<std::string, double>& counters() const { return counters_; }
  const ScheduleMetrics& schedule() const { return schedule_; }

  /// Writes what is left. Nothing may be recorded afterwards.
  void close();

private:
  void write_speeds(const std::string& host, FlopsPerSecond speed);
  void write_before(Seconds date);
  void write(JobRow& row);
  /// The file of that name. It is opened when it is asked for first, since not every run has all files.
  RowFile& file(const std::string& name);
  /// Writes a row, if there is a folder.
  template <class Row>
  void add(const std::string& name, const Row& row) {
    if (!folder_.empty())
      file(name).add(csv_line(row));
  }

  static constexpr std::size_t held_rows = 256;

  const RowFolder folder_;
  const Executions& executions_;
  const Options options_;
  std::size_t look_at_ = held_rows;
  bool models_energy_ = false, delays_are_busy_ = false;
  int next_resource_ = 0;
  class ExpectedRow;
  boost::container::flat_multiset<Seconds> expected_; ///< finishes of rows that are still to come
  std::vector<JobRow> held_;
  std::map<std::string, RowFile> files_; ///< by name
  std::optional<JobRows> jobs_;          ///< of one of them; nothing without a folder
  std::map<std::string, WaitSums> users_;
  ScheduleMetrics schedule_;
  std::map<std::string, double> counters_;
};

} // namespace malha
