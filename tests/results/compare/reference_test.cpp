// SPDX-License-Identifier: MIT
#include "results/compare/reference.hpp"

#include "policies/sdk/errors.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace reference_test {

RunValue value_of(const std::string& metric, double value, std::uint64_t seed = 0) {
  return {"study-a", "on", "hosts=2", seed, metric, value, "s"};
}

class Reference : public ::testing::Test {
protected:
  ReferenceComparison compare(const std::vector<RunValue>& accepted, const std::vector<RunValue>& today) {
    std::ostringstream file;
    write_runs(accepted, file);
    return compare_with_reference(today, {written(file.str())});
  }
  std::filesystem::path written(const std::string& content) {
    write_text(folder_ / "study-a.csv", content);
    return folder_ / "study-a.csv";
  }

  TemporaryFolder folder_;
};

using Changes = std::vector<std::string>;

TEST_F(Reference, IsNotAcceptedWhileThereIsNone) {
  const auto comparison = compare_with_reference({value_of("makespan", 1)}, {folder_ / "none.csv"});
  EXPECT_FALSE(comparison.accepted);
  EXPECT_EQ(comparison.unchanged, 0u);
  EXPECT_EQ(comparison.changes, Changes{});
}

TEST_F(Reference, CountsValuesThatAreUnchanged) {
  const std::vector<RunValue> values{value_of("makespan", 1.5), value_of("messages", 0),
                                     value_of("makespan", 2, 1)};
  const auto comparison = compare(values, values);
  EXPECT_TRUE(comparison.accepted);
  EXPECT_EQ(comparison.unchanged, 3u);
  EXPECT_EQ(comparison.changes, Changes{});
}

TEST_F(Reference, NamesWhatChangedIsNewOrIsGone) {
  const auto comparison = compare({value_of("makespan", 10), value_of("messages", 7),
                                   value_of("makespan", 3, 1), value_of("shutdown_time", 2, 1)},
                                  {value_of("shutdown_time", 2), value_of("makespan", 12),
                                   value_of("makespan", 3, 1), value_of("shutdown_time", 2, 1)});
  EXPECT_EQ(comparison.unchanged, 2u);
  EXPECT_EQ(comparison.changes,
            (Changes{"on hosts=2 seed=0 shutdown_time: 2 is new", "on hosts=2 seed=0 makespan: 10 became 12",
                     "on hosts=2 seed=0 messages: 7 is missing"}));
  EXPECT_EQ(comparison.text_of_new(), "");
}

// Of two metrics the reference has no value: three values that nobody has accepted, and nothing that changed.
TEST_F(Reference, CountsValuesOfMetricsItDoesNotHave) {
  const auto comparison = compare({value_of("makespan", 10)}, {value_of("makespan", 10), value_of("power", 1),
                                                               value_of("gap", 1), value_of("power", 2, 1)});
  EXPECT_EQ(comparison.unchanged, 1u);
  EXPECT_EQ(comparison.changes, Changes{});
  EXPECT_EQ(comparison.new_metrics, (std::map<std::string, std::size_t>{{"gap", 1}, {"power", 2}}));
  EXPECT_EQ(comparison.text_of_new(), ", 3 values of new metrics: gap, power");
}

// The tolerance is 1e-9 of what was accepted: of 1000 it is 1e-6. Of 0 it is 0.
TEST_F(Reference, AllowsForTheLastDigitsOnly) {
  const std::vector<RunValue> accepted{value_of("makespan", 1000), value_of("waiting", 0)};
  EXPECT_EQ(compare(accepted, {value_of("makespan", 1000 + 0.9e-6), value_of("waiting", 0)}).unchanged, 2u);
  const auto comparison =
      compare(accepted, {value_of("makespan", 1000 - 1.1e-6), value_of("waiting", 1e-300)});
  EXPECT_EQ(comparison.unchanged, 0u);
  EXPECT_EQ(comparison.changes, (Changes{"on hosts=2 seed=0 makespan: 1000 became 999.9999989",
                                         "on hosts=2 seed=0 waiting: 0 became 1e-300"}));
}

TEST_F(Reference, ReadsBackParametersThatHoldACommaAndRuns) {
  RunValue value = value_of("makespan", 1);
  value.parameters = "platform.speeds=1e9,5e8;workload.tasks=500";
  EXPECT_EQ(compare({value}, {value}).unchanged, 1u);
  value.run = "off";
  EXPECT_EQ(compare({value_of("makespan", 1)}, {value}).unchanged, 0u);
}

TEST_F(Reference, MustBeReadable) {
  const auto file = written("scenario,run,parameters,seed,metric,value,unit\n"
                            "study-a,on,hosts=2,0,makespan,ten,s\n");
  EXPECT_EQ(thrown<InputError>([&] { compare_with_reference({}, {file}); }),
            file.string() + ":2: 'ten' in column 'value' is not a number");
}

// Under another version of SimGrid the makespan of seed 1 is 3. Its file has that value alone.
TEST_F(Reference, OfAVersionReplacesWhatDiffersThere) {
  const std::vector<RunValue> common{value_of("makespan", 1, 0), value_of("makespan", 2, 1)},
      there{value_of("makespan", 1, 0), value_of("makespan", 3, 1), value_of("probe", 5, 1)};
  const auto write = [this](const char* name, const std::vector<RunValue>& values) {
    std::ostringstream text;
    write_runs(values, text);
    write_text(folder_ / name, text.str());
    return folder_ / name;
  };
  const auto file = write("study-a.csv", common);
  const auto changed = changed_values(there, file);
  ASSERT_EQ(changed.size(), 1U); // `probe` is a new metric
  EXPECT_EQ(changed.front().seed, 1U);
  EXPECT_EQ(changed.front().value, 3);

  EXPECT_EQ(compare_with_reference(there, {file}).changes, Changes{"on hosts=2 seed=1 makespan: 2 became 3"});
  const auto comparison = compare_with_reference(there, {file, write("study-a.simgrid-4.csv", changed)});
  EXPECT_EQ(comparison.changes, Changes{});
  EXPECT_EQ(comparison.unchanged, 2U);
}

} // namespace reference_test
} // namespace malha::testing
