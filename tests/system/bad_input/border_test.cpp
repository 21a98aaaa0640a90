// SPDX-License-Identifier: MIT
// What a scenario of somebody else can say that means nothing, or leads out of the output folder; names that
// are too long; files that are none.
#include "refusal.hpp"
#include "tests/support/names.hpp"

namespace malha::testing {
namespace border_test {

/// Writes s.xml, whose lines 6 to 8 are given.
std::string scenario(const std::string& vary, const std::string& run, const std::string& known) {
  return "cat > s.xml <<'END'\n<scenario>\n<question>-</question>\n<platform name=\"star\"/>\n"
         "<workload name=\"bag_of_tasks\"/>\n<seeds vary=\"the streams\"/>\n" +
         vary + "\n" + run + "\n" + known + "\n</scenario>\nEND";
}

const std::string vary = "<vary key=\"workload.tasks\" values=\"5 6\"/>";
const std::string run = "<run name=\"only\" deployment=\"cluster.fcfs\"/>";

Case of_vary(const std::string& name, const std::string& line, const std::string& message) {
  return {name, "run ./s.xml -o out", "./s.xml:" + message, 2, scenario(line, run, "")};
}
Case of_run(const std::string& name, const std::string& line, const std::string& message) {
  return {name, "run ./s.xml -o out", "./s.xml:7: " + message, 2, scenario(vary, line, "")};
}
Case of_known(const std::string& name, const std::string& line, const std::string& message) {
  return {name, "run ./s.xml -o out", "./s.xml:8: " + message, 2, scenario(vary, run, line)};
}
std::string published(const std::string& more) {
  return "<published metric=\"makespan\" cell=\"workload.tasks=5\" unit=\"s\" source=\"-\" where=\"-\" "
         "read=\"text\" " +
         more + "/>";
}
std::string claim(const std::string& more) {
  return "<claim text=\"-\" metric=\"makespan\" source=\"-\" where=\"-\" " + more + "/>";
}

const std::string no_folder = " cannot name a folder; valid: 1 to 200 bytes without '/' and control "
                              "characters, other than '.' and '..'";
const std::string no_tolerance = " is not a percentage such as 5%, nor a number of s such as '2 s', nor a "
                                 "factor of at least 1 such as 'factor 2'";
const std::string eight_times_fifty = [] {
  std::string values, lines;
  for (int value = 1; value <= 50; ++value)
    values += " " + std::to_string(value);
  for (const auto* key : {"workload.tasks", "workload.work", "workload.spread", "platform.hosts",
                          "platform.cores", "platform.bandwidth", "platform.sites", "max_time"})
    lines += std::string("<vary key=\"") + key + "\" values=\"" + values + "\"/>";
  return lines;
}();

const std::vector<Case> nonsense{
    of_vary("KeyVariedTwice", vary + vary,
            "6: varies 'workload.tasks' a second time; valid: all its values in one <vary>"),
    of_vary("ValueOfTwoSettings", "<vary key=\"platform.speeds\" values=\"1e9;x=2\"/>",
            "6: 'platform.speeds=1e9;x=2' cannot name a folder; valid: a setting without ';' and control "
            "characters"),
    // 50^8 = 5^8 * 10^8 = 390625 * 10^8.
    of_vary("MoreCellsThanCanBe", eight_times_fifty, "1: these are 3.90625e+13 cells; valid: at most 100000"),
    of_run("RunCalledParent", "<run name=\"..\" deployment=\"cluster.fcfs\"/>", "run '..'" + no_folder),
    of_run("RunCalledHere", "<run name=\".\" deployment=\"cluster.fcfs\"/>", "run '.'" + no_folder),
    of_run("RunCalledNothing", "<run name=\"\" deployment=\"cluster.fcfs\"/>", "run ''" + no_folder),
    of_run("RunCalledAPath", "<run name=\"a/b\" deployment=\"cluster.fcfs\"/>", "run 'a/b'" + no_folder),
    of_run("RunCalledTwoLines", "<run name=\"a&#10;b\" deployment=\"cluster.fcfs\"/>",
           "<run> name has the control character U+000A; valid: text in UTF-8 without control characters"),
    of_run("RunOfALongName", "<run name=\"" + std::string(300, 'x') + "\" deployment=\"cluster.fcfs\"/>",
           "run '" + std::string(200, 'x') + "…'" + no_folder),
    of_known("ValueNan", published("value=\"nan\" tolerance=\"5%\""),
             "'nan' in 'value' is not a finite number"),
    of_known("ValueInfinite", published("value=\"inf\" tolerance=\"5%\""),
             "'inf' in 'value' is not a finite number"),
    of_known("ToleranceInfinite", published("value=\"1\" tolerance=\"inf s\""),
             "tolerance 'inf s'" + no_tolerance),
    of_known("ToleranceInfinitePercent", published("value=\"1\" tolerance=\"inf%\""),
             "tolerance 'inf%'" + no_tolerance),
    of_known("ToleranceNan", published("value=\"1\" tolerance=\"nan s\""),
             "tolerance 'nan s'" + no_tolerance),
    of_known("ToleranceBelowZero", published("value=\"1\" tolerance=\"-1 s\""),
             "tolerance '-1 s'" + no_tolerance),
    of_known("ToleranceOfPointsOfSeconds", published("value=\"1\" tolerance=\"7 %\""),
             "tolerance '7 %'" + no_tolerance),
    of_known("FactorBelowOne", published("value=\"1\" tolerance=\"factor 0.5\""),
             "tolerance 'factor 0.5'" + no_tolerance),
    of_known("FactorOfLetters", published("value=\"1\" tolerance=\"factor two\""),
             "tolerance 'factor two'" + no_tolerance),
    of_known("DeviationOfLetters", published("value=\"1\" tolerance=\"5%\" sd=\"some\""),
             "'some' in 'sd' is not a number"),
    of_known("DeviationBelowZero", published("value=\"1\" tolerance=\"5%\" sd=\"-1\""),
             "'-1' in 'sd' is below 0"),
    of_known("UnknownStatistic", published("value=\"1\" tolerance=\"5%\" statistic=\"median\""),
             "statistic 'median' is unknown; did you mean mean?; valid: mean, sd"),
    of_known("HypothesisThatIsNotStated", published("value=\"1\" tolerance=\"5%\" hypothesis=\"machines\""),
             "names hypothesis 'machines', but the scenario has no <hypothesis>"),
    of_known("HypothesisOfAnotherName",
             "<hypothesis name=\"machines\">26 were up.</hypothesis>" +
                 published("value=\"1\" tolerance=\"5%\" hypothesis=\"machine\""),
             "hypothesis 'machine' is unknown; did you mean machines?; valid: machines"),
    of_known("HypothesisOfNothing", "<hypothesis name=\"machines\"> </hypothesis>",
             "states nothing; valid: what hypothesis 'machines' assumes"),
    of_known("HypothesisThatNothingNames", "<hypothesis name=\"machines\">26 were up.</hypothesis>",
             "no value or claim is judged under hypothesis 'machines'"),
    of_known("HypothesisStatedTwice",
             "<hypothesis name=\"machines\">26 were up.</hypothesis><hypothesis "
             "name=\"machines\">All were.</hypothesis>",
             "a second hypothesis 'machines'"),
    of_known("SeenWithoutHypothesis", published("value=\"1\" tolerance=\"5%\" seen=\"yes\""),
             "'seen' without 'hypothesis'"),
    of_known("BoundNan", claim("cell=\"workload.tasks=5\" at_least=\"nan\""),
             "'nan' in 'at_least' is not a finite number"),
    of_known("BoundsThatNothingIsBetween", claim("cell=\"workload.tasks=5\" at_least=\"2\" at_most=\"1\""),
             "'at_least' is above 'at_most'"),
    of_known("CellLessThanItself", claim("less=\"workload.tasks=5\" than=\"run=only workload.tasks=5\""),
             "compares a cell with itself"),
    of_known("CellLessThanItsOwnMetric",
             claim("less=\"workload.tasks=5 metric=makespan\" than=\"workload.tasks=5\""),
             "compares a cell with itself"),
    of_known("MetricsOfTwoUnits",
             claim("less=\"workload.tasks=5 metric=messages\" than=\"workload.tasks=5\""),
             "compares metric 'messages', in count, with one in s"),
    of_known("MetricNamedTwice", claim("cell=\"metric=makespan metric=makespan\" at_least=\"0\""),
             "names 'metric' twice"),
    of_known(
        "MetricOfAPublishedCell",
        "<published metric=\"makespan\" cell=\"workload.tasks=5 metric=makespan\" unit=\"s\" value=\"1\" "
        "tolerance=\"5%\" source=\"-\" where=\"-\" read=\"text\"/>",
        "'metric' is not varied here"),
    of_known("GainOfAboutSeconds",
             claim("gain=\"workload.tasks=5\" against=\"workload.tasks=6\" about=\"3\""),
             "has 'about' for a gain in s; valid: at_least, at_most, or a metric in %"),
    of_known("OrderOfNoWay", claim("ordered=\"run=only\" over=\"workload.tasks\" as=\"growing\""),
             "as 'growing' is unknown; valid: rising, falling, not_rising, not_falling"),
    of_known("OrderOverRuns", claim("ordered=\"workload.tasks=5\" over=\"run\" as=\"rising\""),
             "'run' is not varied here"),
    of_known("RatioToItself",
             "<published metric=\"makespan\" cell=\"workload.tasks=5\" against=\"workload.tasks=5\" "
             "as=\"ratio\" value=\"1\" unit=\"1\" tolerance=\"5%\" source=\"-\" where=\"-\" read=\"text\"/>",
             "compares a cell with itself"),
    of_known("CellNamedTwice", claim("cell=\"workload.tasks=5 workload.tasks=6\" at_least=\"0\""),
             "names 'workload.tasks' twice"),
    of_known("MeasuredTwice", "<measure metric=\"makespan\"/><measure metric=\"makespan\"/>",
             "metric 'makespan' is measured twice"),
};
INSTANTIATE_TEST_SUITE_P(Nonsense, Refusal, ::testing::ValuesIn(nonsense), ByValue());

const std::string simulate = "simulate -w bag_of_tasks ";
const std::string long_name(300, 'x');
const std::string good = scenario(vary, run, "");

const std::vector<Case> borders{
    {"ScenarioCalledParent", "run ./...xml -o a/b", "scenario '..'" + no_folder, 2,
     good + "\nmv s.xml ...xml"},
    {"ScenarioCalledLikeAFile", "run ./runs.csv.xml -o out",
     "scenario 'runs.csv' cannot be called so: runs.csv is a file of the output folder; valid: another name",
     2, good + "\nmv s.xml runs.csv.xml"},
    {"DeploymentCalledParent", "compare -p star -w bag_of_tasks -d ./...xml -d cluster.fcfs -o a/b",
     "run '..'" + no_folder, 2, "cp good/batch.xml ...xml"},
    {"SettingOfTwoLines", "run ./s.xml -o out --set nodes=\"$(printf 'host-\\n*')\"",
     "'nodes=host-\\x0A*;workload.tasks=5' cannot name a folder; valid: settings without control characters",
     2, good},
    {"MoreSeedsThanCanBe", "run ./s.xml --seeds 2147483647 -o out",
     "--seeds 2147483647: these are 4.29496729e+09 runs; valid: at most 1000000 in a campaign", 2, good},
    {"MoreWorkersThanCanBe", "run ./s.xml -j 501 -o out", "run: -j cannot be 501; valid: from 1 to 500", 2,
     good},
    {"ExplanationAtNoDate", simulate + "-p star -d cluster.fcfs --explain=17@nan -o out",
     "simulate: --explain cannot be 17@nan; valid: a job_id such as 17, or 17@3600 for one date"},
    {"NoOutputFolder", simulate + "-p star -d cluster.fcfs -o ''",
     "simulate: -o is empty; valid: the path of a folder"},
    {"LongOutputFolder", simulate + "-p star -d cluster.fcfs -o " + long_name,
     "output folder " + long_name + ": cannot be written: File name too long"},
    {"LongDeployment", simulate + "-p star -d " + long_name + " -o out",
     "unknown deployment '" + long_name + "'; valid: a name that malha list deployments shows, or a path"},
    {"LongPlatform", simulate + "-d cluster.fcfs -p " + long_name + " -o out",
     "unknown platform '" + long_name + "'; valid: {platforms}, or a path"},
    {"LongStudy", "reproduce " + long_name, "unknown study '" + long_name + "'; valid: {studies}, or all"},
    {"LongFolderToValidate", "validate " + long_name, long_name + ": File name too long"},
    {"LongFolderToCollect", "collect " + long_name + " -o out",
     long_name + ": holds no campaign; valid: an output folder of run or reproduce"},
    {"ScenarioIsAPipe", "run ./pipe.xml -o out", "./pipe.xml: is no regular file; valid: an XML file", 2,
     "mkfifo pipe.xml"},
    {"ScenarioIsADevice", "run ./zero.xml -o out", "./zero.xml: is no regular file; valid: an XML file", 2,
     "ln -s /dev/zero zero.xml"},
    {"DeploymentIsAPipe", simulate + "-p star -d ./pipe.xml -o out",
     "./pipe.xml: is no regular file; valid: an XML file", 2, "mkfifo pipe.xml"},
    {"StoreIsAPipe", "run ./s.xml -o out",
     "out/campaign.sqlite: is no campaign of Malha; valid: another output folder", 2,
     good + "\nmkdir out && mkfifo out/campaign.sqlite"},
    {"StoreIsADevice", "collect part -o out",
     "part/campaign.sqlite: is no campaign of Malha; valid: another output folder", 2,
     "mkdir part && ln -s /dev/zero part/campaign.sqlite"},
    {"WhoseEntryPointCrashes", "list --plugin-path plugins/crashing_entry_point",
     "plugin plugins/crashing_entry_point/crashing.so: cannot say what is in it: its process was killed by "
     "signal 6 (Aborted)"},
};
INSTANTIATE_TEST_SUITE_P(Border, Refusal, ::testing::ValuesIn(borders), ByValue());

/// A command that has something to say, and the words by which it says that it could not.
class FullOutput : protected InFreshFolder, public ::testing::TestWithParam<const char*> {};

TEST_P(FullOutput, IsAnError) {
  const auto said = malha(std::string(GetParam()) + " >/dev/full");
  EXPECT_EQ(said.status, 5);
  EXPECT_EQ(said.err.rfind("malha: the standard output cannot be written", 0), 0u) << said.err;
  EXPECT_EQ(said.err.find('\n'), said.err.size() - 1) << said.err;
}

INSTANTIATE_TEST_SUITE_P(OfAnyCommand, FullOutput,
                         ::testing::Values("--help", "--version", "list", "describe run", "platform star",
                                           "run --help", "run good/small.xml -o out",
                                           "simulate -p star -d good/batch.xml -w bag_of_tasks -o out"),
                         ByValue());

class ManyActors : protected InFreshFolder, public ::testing::Test {};

// Ten thousand took half a minute, since places and hosts were looked for from the beginning for each.
TEST_F(ManyActors, AreReadAndStartedInTimeThatGrowsWithTheirNumber) {
  constexpr int number = 30000;
  std::string text = "<platform version=\"4.1\">\n<actor host=\"host-0\" function=\"broker/broker\">\n"
                     "<prop id=\"policy\" value=\"broker/workqueue\"/>\n</actor>\n";
  for (int i = 1; i < number; ++i)
    text += "<actor host=\"host-" + std::to_string(i) + "\" function=\"broker/worker\"/>\n";
  write_text(folder_ / "many.xml", text + "</platform>\n");
  const auto said =
      run_shell("timeout 100 \"$MALHA\" simulate -p star --set platform.hosts=30000 --set "
                "transport=instant -d ./many.xml -w bag_of_tasks --set workload.tasks=10 -o out",
                folder_.path());
  EXPECT_EQ(said.status, 0) << said.err;
}

} // namespace border_test
} // namespace malha::testing
