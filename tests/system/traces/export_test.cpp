// SPDX-License-Identifier: MIT
// `malha export RUN --chrome FILE`, of a run of each architecture.
#include "results/files/csv_reader.hpp"
#include "results/files/records.hpp"
#include "tests/support/names.hpp"
#include "tests/support/trace.hpp"

#include <functional>
#include <set>

namespace malha::testing {
namespace export_test {

struct Architecture {
  std::string name;
  std::string simulation; ///< behind `malha simulate`
};

std::ostream& operator<<(std::ostream& out, const Architecture& one) { return out << one.name; }

class Export : public ::testing::TestWithParam<Architecture> {
protected:
  std::int64_t rows_of(const std::string& file, const std::function<bool(const CsvReader&)>& is_one) const {
    if (!std::filesystem::exists(folder_ / "run/" / file))
      return 0;
    std::int64_t number = 0;
    CsvReader rows(folder_ / "run/" / file);
    while (rows.next())
      number += is_one(rows);
    return number;
  }

  TemporaryFolder folder_;
};

// A span is one contiguous block of resources of a row, so that a row has as many spans as its resources have
// intervals.
TEST_P(Export, WritesATraceWithASpanForEachBlockOfEachRow) {
  const auto said = run_shell("$MALHA simulate " + GetParam().simulation +
                                  " -o run >/dev/null && $MALHA export run --chrome trace.json",
                              folder_.path());
  ASSERT_EQ(said.status, 0) << said.err;
  const auto trace = checked_trace(folder_ / "trace.json");
  std::int64_t blocks = 0;
  const auto add_blocks = [&blocks](const CsvReader& row) {
    const auto text = row.text("allocated_resources");
    blocks += text.empty() ? 0 : 1 + std::count(text.begin(), text.end(), ' ');
  };
  const auto jobs = rows_of("jobs.csv", [&](const CsvReader& row) {
    add_blocks(row);
    return row.text("final_state") != text_of(FinalState::rejected);
  });
  const auto in_vain = rows_of("attempts.csv", [&](const CsvReader& row) {
    const bool is_in_vain = row.text("outcome").rfind("COMPLETED_", 0) != 0;
    if (is_in_vain)
      add_blocks(row);
    return is_in_vain;
  });
  EXPECT_GT(jobs, 0);
  EXPECT_EQ(trace.spans_of_rows(), blocks);
  std::set<std::pair<int, int>> shown; // rows, by job_id and attempt
  for (const auto& span : trace.spans)
    if (span["cat"] != "outage")
      shown.emplace(span["args"]["job_id"].get<int>(), span["args"].value("attempt", 0));
  EXPECT_EQ(static_cast<std::int64_t>(shown.size()), jobs + in_vain);
  EXPECT_EQ(static_cast<std::int64_t>(trace.spans.size()) - trace.spans_of_rows(),
            rows_of("outages.csv", [](const CsvReader&) { return true; }));
  EXPECT_FALSE(trace.counters.empty());
}

const std::vector<Architecture> architectures{
    {"Batch", "-p star --set platform.hosts=16 -d cluster.easy_backfill -w rigid_jobs --set series=on"},
    {"BatchOnSharedNodes", "-p star --set platform.hosts=16 -d cluster.contract_fcfs -w nas_jobs"},
    {"Broker", "-p star --set platform.hosts=8 -d broker.wqr -w bag_of_tasks --set workload.tasks=60 --set "
               "workload.spread=0.5 --environment crashes --set crashes.share=25 --set crashes.horizon=20"},
    {"TupleSpace", "-p star --set platform.hosts=8 -d tuple_space.ticket_classes -w bag_of_tasks --set "
                   "workload.tasks=60"},
    {"EasyGrid",
     "-p star --set platform.hosts=8 -d easygrid.one_site -w bag_of_tasks --set workload.tasks=60"},
    {"Pool", "-p owned_pool -d ownership.osep -w user_bags"},
    {"ReplicatedTupleSpace", "-p star --set platform.hosts=8 -d tuple_space.replicated -w bag_of_tasks --set "
                             "workload.tasks=60"},
    {"PoolOfFairShares", "-p owned_pool -d ownership.fair_share -w user_bags"},
    {"Multicluster", "-p clusters -d multicluster.ptt -w nas_jobs"},
    {"Coallocation", "-p clusters --set platform.sizes=4,4,4 --set platform.channel=1e7 -d multicluster.tat "
                     "-w nas_jobs --set policy.coallocation=multicluster/optimal"},
};
INSTANTIATE_TEST_SUITE_P(Of, Export, ::testing::ValuesIn(architectures), ByValue());

} // namespace export_test
} // namespace malha::testing
