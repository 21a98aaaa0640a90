// SPDX-License-Identifier: MIT
// Whole random runs of clusters below a meta-scheduler.
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "random_multicluster.hpp"
#include "results/files/csv_reader.hpp"
#include "results/validate/validator.hpp"
#include "tests/support/scaled.hpp"
#include "whole_runs.hpp"
#include "written_parts.hpp"

#include <set>

namespace malha::testing {
namespace whole_runs_properties_test {

constexpr int tests = 14;
const std::uint64_t runs_of_a_test = scaled<std::uint64_t>(105);

double number(const std::string& text) { return parse_number<double>(text).value(); }

/// What a run has written.
class WrittenRun {
public:
  WrittenRun(const RandomMulticluster& instance, const std::filesystem::path& folder)
      : instance_(instance), folder_(folder) {
    for (CsvReader rows(folder / "resources.csv"); rows.next();)
      nodes_[static_cast<int>(rows.integer("index"))] = {rows.text("site"),
                                                         static_cast<int>(rows.integer("slots"))};
  }

  /// Every job has one row: it has run on its sites, or could never run.
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
      const Bytes memory = memory_of_a_task(rows);
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
    if (instance_.has_limit || instance_.answers_late || !instance_.coallocation.empty())
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

  /// Jobs that need more nodes or memory than they could ever get. How much local users leave is not looked
  /// at.
  bool may_be_rejected(const CsvReader& row) const {
    const bool has_users = instance_.is_shared && !instance_.request.environment.empty();
    return has_users || (instance_.is_shared && memory_of_a_task(row) > instance_.memory) ||
           has_no_nodes(instance_, job_of(instance_, row));
  }

  void expect_on_its_site(const CsvReader& row) const {
    const auto on = IndexSet::parse(row.text("allocated_resources"));
    EXPECT_EQ(on.size(), row.integer("requested_number_of_resources"));
    std::set<std::string> sites;
    for (const int node : on)
      sites.insert(nodes_.at(node).site);
    const auto named = split(row.text("site"), '+');
    EXPECT_EQ(sites, std::set<std::string>(named.begin(), named.end()));
    EXPECT_EQ(named.size(), sites.size());
    EXPECT_TRUE(named.size() == 1 || !instance_.coallocation.empty());
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
    const WrittenParts parts(instance, out);
    parts.expect_together();
    parts.expect_channels_kept();
    parts.expect_all_given_back();
    coallocated_ += parts.jobs();
    std::filesystem::remove_all(out);
  }

  std::size_t coallocated_ = 0; ///< jobs in parts.csv

private:
  const TemporaryFolder folder_;
  WholeRuns runs_;
};

TEST_P(MulticlusterWholeProperties, LoseNoJobAndKeepContractAndChannels) {
  const auto first = static_cast<std::uint64_t>(GetParam()) * runs_of_a_test;
  for (auto seed = first; seed < first + runs_of_a_test; ++seed) {
    const auto instance = random_multicluster(seed);
    SCOPED_TRACE(instance.command());
    expect_sound(instance);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(coallocated_, 100u);
}

/// The same instance, in which jobs wait in several clusters at once.
RandomMulticluster with_copies(RandomMulticluster instance) {
  auto& settings = instance.request.settings;
  for (const auto* key :
       {"policy.coallocation", "policy.coallocation.share", "policy.coallocation.communication",
        "policy.coallocation.solver", "policy.coallocation.obj_sc", "refined", "coalloc_free",
        "policy.selection.w", "policy.selection.form", "estimate_cost"})
    settings.erase(key);
  settings["transport"] = "instant";
  settings["policy.selection"] = "multicluster/copies";
  settings["policy.selection.k"] = std::to_string(instance.request.seed % 4);
  instance.coallocation.clear();
  instance.is_refined = instance.answers_late = false;
  return instance;
}

// Jobs may be larger than all clusters, since they were drawn for the sum of their nodes.
TEST_P(MulticlusterWholeProperties, CopiesRunOnce) {
  const auto first = static_cast<std::uint64_t>(GetParam()) * runs_of_a_test;
  for (auto seed = first; seed < first + runs_of_a_test / 3; ++seed) {
    const auto instance = with_copies(random_multicluster(seed));
    SCOPED_TRACE(instance.command());
    expect_sound(instance);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_EQ(coallocated_, 0u);
}

INSTANTIATE_TEST_SUITE_P(Random, MulticlusterWholeProperties, ::testing::Range(0, tests));

// At least 1000 of the instances let jobs run in several clusters: with each policy on shared and on
// dedicated nodes, under both transports, refined and not.
TEST(RandomMulticlusters, CoallocateInAllWays) {
  std::map<std::string, int> ways;
  int all = 0;
  for (std::uint64_t seed = 0; seed < tests * runs_of_a_test; ++seed)
    if (const auto one = random_multicluster(seed); !one.coallocation.empty()) {
      ++all;
      ++ways[one.coallocation + (one.is_shared ? " shared " : " dedicated ") +
             one.request.settings.at("transport") + (one.is_refined ? " refined" : "")];
    }
  EXPECT_GE(all, 1000);
  EXPECT_EQ(ways.size(), 5u * 2 * 2 * 2);
  for (const auto& [way, number] : ways)
    EXPECT_GE(number, 10) << way;
}

} // namespace whole_runs_properties_test
} // namespace malha::testing
