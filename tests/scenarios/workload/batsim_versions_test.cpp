// SPDX-License-Identifier: MIT
// Workloads in the layouts of Batsim 4 and 5, with every field and profile of their manuals: each runs, or
// names the job that cannot.
#include "reading.hpp"
#include "results/files/csv_reader.hpp"

#include <nlohmann/json.hpp>

namespace malha::testing {
namespace batsim_versions_test {

using nlohmann::json;
using Numbers = std::map<std::string, double>;
using Texts = std::map<std::string, std::string>;

const std::string types =
    "; valid: delay, parallel, parallel_homogeneous, parallel_homogeneous_total, composed, "
    "DelayProfile, ParallelTaskProfile, ParallelTaskHomogeneousProfile, "
    "SequentialCompositionProfile\n";

class BatsimVersions : public ::testing::TestWithParam<int> {
protected:
  /// The file of that version.
  static json shipped() {
    return json::parse(
        text_of(std::filesystem::path(MALHA_SOURCE_FOLDER) / "tests/scenarios/workload" / name()));
  }
  static std::string name() { return "batsim-" + std::to_string(GetParam()) + ".json"; }

  Said simulate(const json& workload, const std::string& settings) {
    write_text(folder_ / "a.json", workload.dump());
    return run_shell("\"$MALHA\" simulate -p star --set platform.hosts=5 -d " + settings +
                         " -w a.json -o out",
                     folder_.path());
  }
  /// With one job more, of two resources.
  Said simulate_with(const std::string& profile, const std::string& settings) {
    json workload = shipped();
    workload["jobs"].push_back({{"id", "x"}, {"subtime", 1}, {"res", 2}, {"profile", profile}});
    return simulate(workload, settings);
  }

  /// A column of jobs.csv, by the id that a job has in the file.
  Texts column(const std::string& name) {
    Texts all;
    for (CsvReader rows(folder_ / "out/jobs.csv"); rows.next();) {
      const auto& metadata = rows.text("metadata");
      all[metadata.substr(metadata.rfind("id=") + 3)] = rows.text(name);
    }
    return all;
  }

  TemporaryFolder folder_;
};

// On resources of 1e9 flop/s: 8e9 flop over four take 2 s; (20.25 + 5) * 2 = 50.5 s; 2 + 3 + 2 * 2 = 9 s.
TEST_P(BatsimVersions, RunWhatTheyHave) {
  const auto said = simulate(shipped(), "cluster.fcfs --set transport=instant");
  EXPECT_EQ(said.err, "");
  ASSERT_EQ(said.status, 0);
  EXPECT_EQ(column("execution_time"), (Texts{{"delay", "20.25"},
                                             {"even", "2"},
                                             {"no_com", "3"},
                                             {"total", "2"},
                                             {"delays", "50.5"},
                                             {"works", "9"},
                                             {"fails", "5"}}));
  EXPECT_EQ(column("work").at("works"), "9e+09");
  EXPECT_EQ(column("work").at("delays"), "0");
  EXPECT_EQ(run_shell("\"$MALHA\" validate out", folder_.path()).status, 0);
}

// The seven jobs and one that exchanges data, which takes at least its 1 s.
TEST_P(BatsimVersions, RunExchangesWhereTheyAreExecuted) {
  const auto said = simulate_with("homogeneous", "cluster.nodes --set execution=exec");
  EXPECT_EQ(said.err, "");
  ASSERT_EQ(said.status, 0);
  EXPECT_EQ(column("final_state").size(), 8u);
  EXPECT_GE(std::stod(column("execution_time").at("x")), 1);
  EXPECT_NEAR(std::stod(column("execution_time").at("delay")), 20.25, 1e-9);
}

TEST_P(BatsimVersions, NameTheJobThatCannotRun) {
  const auto refusal = [&](const std::string& profile) {
    const auto said = simulate_with(profile, "cluster.fcfs --set transport=instant");
    EXPECT_EQ(said.status, 2) << profile;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out")) << profile;
    const std::string begins = "malha: a.json: job x: profile '" + profile + "' ";
    EXPECT_EQ(said.err.substr(0, begins.size()), begins);
    return said.err.substr(std::min(begins.size(), said.err.size()));
  };
  const bool is_4 = GetParam() == 4;
  const auto of_type = [&](const std::string& old, const std::string& now, const std::string& why) {
    return "is of type " + (is_4 ? old : now) + ", which " + why + types;
  };
  const std::string storage = "moves data to or from a storage, which Malha does not model",
                    replay = "replays a trace, which Malha does not",
                    talk = "talks with Batsim's scheduler, which Malha has not",
                    planned = "is one that Batsim itself does not run yet";
  EXPECT_EQ(
      refusal("uneven"),
      "gives its resources different amounts, and Malha runs jobs of which each resource computes as "
      "much, and sends as much to each other one; valid: equal values in 'cpu', and in 'com' but for its "
      "diagonal, which is 0\n");
  EXPECT_EQ(refusal("mixed"),
            "is composed of delays and of work, and Malha runs one or the other; valid: --set "
            "workload.delay=scaled --set workload.reference_speed=S, which makes the delays "
            "work\n");
  EXPECT_EQ(refusal("exchanges"),
            "is composed of parts of which one exchanges data, and Malha runs a job that "
            "does as one part alone; valid: parts without 'com'\n");
  EXPECT_EQ(refusal("pfs"),
            of_type("parallel_homogeneous_pfs", "ParallelTaskOnStorageHomogeneousProfile", storage));
  EXPECT_EQ(refusal("staging"),
            of_type("data_staging", "ParallelTaskDataStagingBetweenStoragesProfile", storage));
  EXPECT_EQ(refusal("smpi"), of_type("smpi", "TraceReplayProfile", replay));
  EXPECT_EQ(refusal("usage"), of_type("usage_trace", "TraceReplayProfile", replay));
  if (is_4) {
    for (const std::string profile : {"send", "recv"})
      EXPECT_EQ(refusal(profile), of_type(profile, "", talk));
  } else {
    EXPECT_EQ(refusal("fork_join"), of_type("", "ForkJoinCompositionProfile", planned));
    EXPECT_EQ(refusal("merge"), of_type("", "ParallelTaskMergeCompositionProfile", planned));
  }
}

// A mixed sequence as work: 20.25 s at 1e9 flop/s and 2e9 flop are 22.25 s.
TEST_P(BatsimVersions, RunAMixedSequenceAsWork) {
  const auto said = simulate_with("mixed", "cluster.fcfs --set transport=instant --set workload.delay=scaled "
                                           "--set workload.reference_speed=1e9");
  EXPECT_EQ(said.err, "");
  ASSERT_EQ(said.status, 0);
  EXPECT_EQ(column("execution_time").at("x"), "22.25");
}

TEST_P(BatsimVersions, KeepAndCountWhatHasNoMeaningHere) {
  ASSERT_EQ(simulate(shipped(), "cluster.fcfs --set transport=instant").status, 0);
  const auto metadata = column("metadata");
  const json notes = json::parse(text_of(folder_ / "out/manifest.json"))["workload_notes"];
  const std::string kept = "kept in metadata: unknown field ";
  if (GetParam() == 4) {
    EXPECT_EQ(metadata.at("delays"), R"(job.dependencies=["even","total"];id=delays)");
    EXPECT_EQ(metadata.at("works"), "job.must_be_local=true;id=works");
    EXPECT_EQ(metadata.at("fails"),
              R"(job.queue="night\u003b long";profile.command=false;profile.ret=3;id=fails)");
    EXPECT_EQ(metadata.at("delay"), "id=delay");
    EXPECT_EQ(notes,
              (json{{"kept in metadata: dependencies, for which no job waits here", 1},
                    {kept + R"("must_be_local" of job)", 1},
                    {kept + R"("queue" of job)", 1},
                    {kept + R"("command" of profile)", 1},
                    {"kept in metadata: ret, by which a job fails in Batsim and not here", 1},
                    {R"(ignored: unknown field "command" of profile, in a part of a profile)", 1},
                    {"ignored: ret, by which a job fails in Batsim and not here, in a part of a profile", 1},
                    {R"(ignored: unknown field "tool" of the file)", 1}}));
    return;
  }
  EXPECT_EQ(metadata.at("delay"), "extra_data.desired_allocation=1 3;id=delay");
  EXPECT_EQ(metadata.at("even"), R"(extra_data.licences=["matlab"];id=even)");
  EXPECT_EQ(metadata.at("no_com"), "extra_data=no JSON;id=no_com");
  EXPECT_EQ(metadata.at("delays"), R"(extra_data=["a",2];id=delays)");
  EXPECT_EQ(metadata.at("fails"), R"(profile.extra_data="{\"command\": \"false\"}";profile.ret=3;id=fails)");
  EXPECT_EQ(column("user").at("delay"), "anna");
  EXPECT_EQ(column("queue").at("even"), "7");
  EXPECT_EQ(notes,
            (json{{kept + R"("desired_allocation" of extra_data)", 1},
                  {kept + R"("licences" of extra_data)", 1},
                  {"kept in metadata: extra_data that is no object", 2},
                  {kept + R"("extra_data" of profile)", 1},
                  {"kept in metadata: ret, by which a job fails in Batsim and not here", 1},
                  {R"(ignored: unknown field "extra_data" of profile, in a part of a profile)", 1},
                  {"ignored: ret, by which a job fails in Batsim and not here, in a part of a profile", 1}}));
}

// What is kept stays in the metadata when the file is written and read again.
TEST_P(BatsimVersions, AreWrittenAndReadAgain) {
  write_text(folder_ / "a.json", shipped().dump());
  ASSERT_EQ(run_shell("\"$MALHA\" convert a.json b.json", folder_.path()).status, 0);
  const auto first = read_file(folder_ / "a.json").jobs, second = read_file(folder_ / "b.json").jobs;
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].metadata, second[i].metadata);
    EXPECT_EQ(first[i].tasks.front().work, second[i].tasks.front().work);
    EXPECT_EQ(first[i].tasks.front().is_delay, second[i].tasks.front().is_delay);
    EXPECT_EQ(first[i].walltime, second[i].walltime);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, BatsimVersions, ::testing::Values(4, 5),
                         [](const auto& version) { return "Batsim" + std::to_string(version.param); });

} // namespace batsim_versions_test
} // namespace malha::testing
