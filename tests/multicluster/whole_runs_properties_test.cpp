// SPDX-License-Identifier: MIT
// Whole random runs of clusters below a meta-scheduler.
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/numbers.hpp"
#include "random_multicluster.hpp"
#include "results/csv_reader.hpp"
#include "results/validator.hpp"
#include "whole_runs.hpp"

#include <array>
#include <set>

namespace malha::testing {
namespace whole_runs_properties_test {

constexpr std::uint64_t runs_of_a_test = 105;

double number(const std::string& text) { return parse_number<double>(text).value(); }

/// MB of a task of an application on 2, 4 and 8 nodes (M-CISNE, table D.1).
Bytes memory_of(const std::string& application, int size) {
  static const std::map<std::string, std::array<int, 3>> table{
      {"IS-A", {150, 73, 37}},  {"IS-AB", {297, 144, 74}}, {"IS-B", {593, 285, 152}},
      {"MG-A", {227, 117, 62}}, {"MG-AB", {227, 117, 62}}, {"MG-B", {227, 117, 62}}};
  return 1e6 * table.at(application)[size == 2 ? 0 : size == 4 ? 1 : 2];
}

/// What a run has written.
class WrittenRun {
public:
  WrittenRun(const RandomMulticluster& instance, const std::filesystem::path& folder)
      : instance_(instance), folder_(folder) {
    for (CsvReader rows(folder / "resources.csv"); rows.next();)
      nodes_[static_cast<int>(rows.integer("index"))] = {rows.text("site"),
                                                         static_cast<int>(rows.integer("slots"))};
  }

  /// Every job has one row: it has run on one site, or no cluster could ever run it.
  void expect_no_job_lost() const {
    std::set<std::int64_t> found;
    for (CsvReader rows(folder_ / "jobs.csv"); rows.next();) {
      SCOPED_TRACE("job " + rows.text("job_id"));
      EXPECT_TRUE(found.insert(rows.integer("job_id")).second);
      if (rows.text("final_state") == "REJECTED") {
        EXPECT_TRUE(may_be_rejected(rows));
      } else {
        expect_on_its_site(rows);
      }
    }
    EXPECT_EQ(found.size(), static_cast<std::size_t>(instance_.jobs));
  }

  /// At no date has a node more tasks than slots, or tasks of more memory than the contract allows.
  void expect_contract_kept() const {
    std::map<std::pair<double, bool>, std::vector<Change>> changes; // ends of a date before its starts
    for (CsvReader rows(folder_ / "jobs.csv"); rows.next();) {
      if (rows.text("final_state") == "REJECTED")
        continue;
      const auto on = IndexSet::parse(rows.text("allocated_resources"));
      const Bytes memory = memory_of_tasks(rows);
      for (const int node : on) {
        changes[{number(rows.text("starting_time")), true}].push_back({node, 1, memory});
        changes[{number(rows.text("finish_time")), false}].push_back({node, -1, -memory});
      }
    }
    std::map<int, Change> now;
    for (const auto& [date, at_once] : changes)
      for (const auto& change : at_once) {
        auto& node = now[change.node];
        node.tasks += change.tasks;
        node.memory += change.memory;
        EXPECT_LE(node.tasks, nodes_.at(change.node).slots) << "node " << change.node << " at " << date.first;
        EXPECT_TRUE(!instance_.is_shared || node.memory <= instance_.memory)
            << "node " << change.node << " at " << date.first;
      }
  }

  /// Where no cluster refuses, and all answer at once, nobody waits above.
  void expect_no_upper_wait() const {
    if (instance_.has_limit || instance_.answers_late)
      return;
    CsvReader schedule(folder_ / "schedule.csv");
    schedule.next();
    EXPECT_TRUE(!schedule.has("mean_upper_waiting_time") || schedule.real("mean_upper_waiting_time") == 0);
  }

private:
  struct Node {
    std::string site;
    int slots = 0;
  };
  struct Change {
    int node = 0;
    int tasks = 0;
    Bytes memory = 0;
  };

  /// Jobs that are larger than every cluster, or need more memory than a node may give them. How much local
  /// users leave is not looked at.
  bool may_be_rejected(const CsvReader& row) const {
    const bool has_users = instance_.is_shared && !instance_.request.environment.empty();
    return has_users || row.integer("requested_number_of_resources") > instance_.largest ||
           (instance_.is_shared && memory_of_tasks(row) > instance_.memory);
  }

  void expect_on_its_site(const CsvReader& row) const {
    const auto on = IndexSet::parse(row.text("allocated_resources"));
    EXPECT_EQ(on.size(), row.integer("requested_number_of_resources"));
    for (const int node : on)
      EXPECT_EQ(nodes_.at(node).site, row.text("site"));
  }

  Bytes memory_of_tasks(const CsvReader& row) const {
    const std::string metadata = row.text("metadata"), key = "application=";
    if (metadata.rfind(key, 0) != 0)
      return 0;
    return memory_of(metadata.substr(key.size()),
                     static_cast<int>(row.integer("requested_number_of_resources")));
  }

  const RandomMulticluster& instance_;
  const std::filesystem::path folder_;
  std::map<int, Node> nodes_;
};

/// Tests with this parameter have the runs from so many times `runs_of_a_test` on.
class MulticlusterWholeProperties : public ::testing::TestWithParam<int> {
protected:
  void expect_sound(const RandomMulticluster& instance) {
    const auto out = folder_ / std::to_string(instance.request.seed);
    runs_.run(instance.request, out);
    if (HasFailure())
      return;
    EXPECT_EQ(validate_schedule(out).violations, std::vector<std::string>());
    const WrittenRun written(instance, out);
    written.expect_no_job_lost();
    written.expect_contract_kept();
    written.expect_no_upper_wait();
    std::filesystem::remove_all(out);
  }

  const TemporaryFolder folder_;
  WholeRuns runs_;
};

TEST_P(MulticlusterWholeProperties, LoseNoJobAndKeepTheContract) {
  const auto first = static_cast<std::uint64_t>(GetParam()) * runs_of_a_test;
  for (auto seed = first; seed < first + runs_of_a_test; ++seed) {
    const auto instance = random_multicluster(seed);
    SCOPED_TRACE(instance.command());
    expect_sound(instance);
    ASSERT_FALSE(HasFailure());
  }
}

INSTANTIATE_TEST_SUITE_P(Random, MulticlusterWholeProperties, ::testing::Range(0, 10));

} // namespace whole_runs_properties_test
} // namespace malha::testing
