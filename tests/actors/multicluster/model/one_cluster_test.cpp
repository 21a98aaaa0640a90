// SPDX-License-Identifier: MIT
// One cluster below a meta-scheduler is that cluster alone, to the last digit.
#include "multicluster_program.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace one_cluster_test {

/// A deployment of a cluster with actors on its nodes, below a meta-scheduler or alone.
std::string with_nodes(bool is_below, const std::string& execution) {
  const std::string head = R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">)",
                    meta = R"(
  <actor host="@role=master" function="multicluster/meta_scheduler">
    <prop id="policy.queue" value="multicluster/blocking"/>
    <prop id="policy.selection" value="multicluster/tat"/>
  </actor>
  <actor host="@role=front" function="multicluster/gateway">
    <prop id="site" value=""/>
    <prop id="policy.limit" value="multicluster/static_limit"/>
    <prop id="policy.estimator" value="multicluster/sdpn"/>
  </actor>)",
                    rest = R"(
  <actor host="@role=front" function="cluster/scheduler">
    <prop id="policy" value="cluster/easy_backfill"/>
    <prop id="execution" value=")" +
                           execution + R"("/>
  </actor>
  <actor host="@role=worker" function="cluster/node"/>
  <actor host="@role=master" function="workload/submitter"/>
</platform>
)";
  return head + (is_below ? meta : "") + rest;
}

class OneClusterDifferential : public MulticlusterProgram, public ::testing::WithParamInterface<const char*> {
protected:
  /// Rows, resources, states over time and metrics of `below` are those of `alone`. Sites have other names,
  /// and there are other messages.
  void expect_same(const std::string& below, const std::string& alone) const {
    for (const std::string file : {"jobs.csv", "resources.csv", "series.csv"})
      EXPECT_EQ(without_sites(below, file), without_sites(alone, file)) << file;
    const auto metrics = rows(alone, "schedule.csv").at(0), of_below = rows(below, "schedule.csv").at(0);
    for (const auto& [name, value] : metrics)
      if (name.rfind("message", 0) != 0) {
        EXPECT_EQ(of_below.at(name), value) << name;
      }
  }

private:
  Rows without_sites(const std::string& out, const std::string& file) const {
    auto rows = this->rows(out, file);
    for (auto& row : rows)
      row.erase("site");
    EXPECT_FALSE(rows.empty());
    return rows;
  }
};

TEST_P(OneClusterDifferential, HasTheRowsOfTheSameClusterAlone) {
  const std::string policy = GetParam();
  int number = 0;
  for (const std::string workload :
       {"lublin --set workload.nodes=8 --set workload.load=0.9 --set workload.estimates=uniform:3",
        "lublin --set workload.nodes=8 --set workload.load=1.3", "rigid_jobs --set workload.max_resources=8"})
    for (const std::string seed : {"1", "2"}) {
      const std::string options = " --set platform.sizes=8 --set transport=instant --set series=on --set "
                                  "workload.jobs=120 --seed " +
                                  seed + " -w " + workload;
      const auto below = "below" + std::to_string(number), alone = "alone" + std::to_string(number++);
      simulate(below, options + " -d multicluster.least_loaded --set policy=cluster/" + policy);
      simulate(alone, options + " -d cluster." + policy);
      expect_same(below, alone);
    }
}

INSTANTIATE_TEST_SUITE_P(Under, OneClusterDifferential,
                         ::testing::Values("fcfs", "easy_backfill", "conservative_backfill"), ByValue());

class ExecutedClusterDifferential : public OneClusterDifferential {};

// Actors on the nodes tell the scheduler of ends, and the scheduler the meta-scheduler, all at one date.
TEST_P(ExecutedClusterDifferential, HasTheRowsOfTheSameClusterAlone) {
  write_text(folder_ / "below.xml", with_nodes(true, GetParam()));
  write_text(folder_ / "alone.xml", with_nodes(false, GetParam()));
  const std::string options =
      " --set platform.sizes=8 --set transport=instant --set series=on -w lublin --set "
      "workload.jobs=120 --set workload.nodes=8 --set workload.load=1.1";
  for (const std::string deployment : {"below", "alone"})
    simulate(deployment, options + " -d ./" + deployment + ".xml");
  expect_same("below", "alone");
}

INSTANTIATE_TEST_SUITE_P(Under, ExecutedClusterDifferential,
                         ::testing::Values("timeline", "messages", "exec"), ByValue());

} // namespace one_cluster_test
} // namespace malha::testing
