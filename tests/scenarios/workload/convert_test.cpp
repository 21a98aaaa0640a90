// SPDX-License-Identifier: MIT
#include "reading.hpp"
#include "results/files/result_files.hpp"

#include "results/files/records.hpp"

#include <algorithm>

namespace malha::testing {
namespace convert_test {

using Names = std::vector<std::string>;

const std::string trace = "; Version: 2.2\n"
                          "; Computer: none\n"
                          "1 0 5 100 4 90.5 2048 8 200 4096 1 3 2 7 1 9 -1 -1\n"
                          "2 10 5 -1 4 -1 -1 8 200 -1 5 3 2 7 1 9 -1 -1\n"
                          "4 10.5 -1 64.25 4 -1 -1 -1 -1 -1 0 -1 -1 -1 -1 -1 1 30\n"
                          "9 10.5 -1 64.25 1 -1 -1 -1 32 -1 0 12 -1 -1 2 -1 -1 -1\n";

class Convert : public ::testing::Test {
protected:
  Said convert(const std::string& arguments) const {
    return run_shell("\"$MALHA\" convert " + arguments, folder_.path());
  }

  void expect_refused(const std::string& arguments, const std::string& message) const {
    const auto said = convert(arguments);
    EXPECT_EQ(said.err, "malha: " + message + "\n");
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(said.status, 2);
  }

  /// A folder as a run writes it, with these rows below the header of jobs.csv.
  void write_run(const std::string& rows, const std::string& manifest) const {
    std::filesystem::create_directories(folder_ / "run");
    write_text(folder_ / "run/jobs.csv", header_of("jobs.csv") + "\n" + rows);
    write_text(folder_ / "run/resources.csv",
               header_of("resources.csv") + "\n0,a,1,1,s,,1\n1,b,1,1,s,,1\n2,c,1,1,s,,1\n");
    write_text(folder_ / "run/manifest.json", manifest);
  }

  TemporaryFolder folder_;
};

void expect_same(const std::vector<Job>& some, const std::vector<Job>& others) {
  ASSERT_EQ(some.size(), others.size());
  for (std::size_t i = 0; i < some.size(); ++i) {
    const auto &a = some[i], &b = others[i];
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.submitted, b.submitted);
    EXPECT_EQ(a.user, b.user);
    EXPECT_EQ(a.queue, b.queue);
    EXPECT_EQ(a.metadata, b.metadata);
    EXPECT_EQ(a.walltime, b.walltime);
    EXPECT_EQ(a.tasks.at(0).length, b.tasks.at(0).length);
    EXPECT_EQ(a.tasks.at(0).work, b.tasks.at(0).work);
    EXPECT_EQ(a.tasks.at(0).exchange, b.tasks.at(0).exchange);
    EXPECT_EQ(a.tasks.at(0).reference_speed, b.tasks.at(0).reference_speed);
    EXPECT_EQ(a.tasks.at(0).resources, b.tasks.at(0).resources);
  }
}

const std::string no_machine = ", since the source does not say the size of its machine: 3\n";

// What became of the jobs when they were recorded is in the metadata of JSON, and in its own fields in SWF.
TEST_F(Convert, ThereAndBackGivesTheSameJobs) {
  write_text(folder_ / "a.swf", trace);
  const auto said = convert("a.swf b.json");
  EXPECT_EQ(said.out, "written: 3 jobs, 1 skipped\n"
                      "  skipped: run time unknown: 1\n"
                      "  processors from allocation: 2\n"
                      "  estimate from run time: 1\n"
                      "  run time above the estimate: 1\n"
                      "  ignored: preceding job and think time: 1\n"
                      "  nb_res, which Batsim needs, is left out" +
                          no_machine);
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(said.status, 0);
  EXPECT_EQ(convert("b.json c.swf.gz").out,
            "written: 3 jobs, 0 skipped\n  MaxProcs is left out" + no_machine);
  EXPECT_EQ(convert("c.swf.gz d.swf").status, 0);
  const auto jobs = read_file(folder_ / "a.swf").jobs;
  auto of_json = read_file(folder_ / "b.json").jobs;
  const Names recorded{";recorded_wait=5;recorded_allocation=4;recorded_cpu_time=90.5;recorded_status=1",
                       ";recorded_allocation=4;recorded_status=0", "recorded_allocation=1;recorded_status=0"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(of_json[i].metadata, std::string(jobs[i].metadata) + recorded[i]);
    of_json[i].metadata = jobs[i].metadata;
  }
  expect_same(of_json, jobs);
  expect_same(read_file(folder_ / "c.swf.gz").jobs, jobs);
  expect_same(read_file(folder_ / "d.swf").jobs, jobs);
  EXPECT_EQ(text_of(folder_ / "c.swf.gz").substr(0, 2), "\x1f\x8b");
}

TEST_F(Convert, AHeaderStaysAndSaysWhatReadingDid) {
  write_text(folder_ / "a.swf", trace);
  EXPECT_EQ(convert("a.swf b.swf --set workload.estimates=exact").status, 0);
  EXPECT_EQ(text_of(folder_ / "b.swf"), "; Version: 2.2\n"
                                        "; Computer: none\n"
                                        "; Note: skipped: run time unknown: 1\n"
                                        "; Note: processors from allocation: 2\n"
                                        "; Note: ignored: preceding job and think time: 1\n"
                                        "1 0 5 100 4 90.5 2048 8 100 4096 1 3 2 7 1 9 -1 -1\n"
                                        "4 10.5 -1 64.25 4 -1 -1 4 64.25 -1 0 -1 -1 -1 -1 -1 1 30\n"
                                        "9 10.5 -1 64.25 1 -1 -1 1 64.25 -1 0 12 -1 -1 2 -1 -1 -1\n");
}

const std::string mixed = R"({"nb_res": 8, "jobs": [
  {"id": "a", "subtime": 4, "res": 2, "profile": "d", "walltime": 20, "extra_data": {"user": "anna", "queue": "1"}},
  {"id": "b", "subtime": 4, "res": 2, "profile": "d", "extra_data": {"user": "1", "queue": "long"}},
  {"id": "c", "subtime": 3, "res": 4, "profile": "p", "extra_data": {"user": "bert", "metadata": "group=3;preceding=0"}},
  {"id": "e", "subtime": 5, "res": 4, "profile": "p", "extra_data": {"user": "anna"}}],
  "profiles": {"d": {"type": "delay", "delay": 12.5},
               "p": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 5e6}}})";

// By position the jobs are 0 to 3; job 2 comes first, so that these numbers do not increase. User 1 is a
// number of its own, and names get those that are left: bert, who comes first, 2, anna 3. Of the queues 1 is
// taken as well.
TEST_F(Convert, WhatIsNoNumberIsNumberedAndNamedInTheHeader) {
  write_text(folder_ / "a.json", mixed);
  const auto said = convert("a.json b.swf --set workload.reference_speed=1e8");
  EXPECT_EQ(said.out, "written: 4 jobs, 0 skipped\n"
                      "  sorted by submission: 3\n"
                      "  delays, which reference_speed does not scale: 2\n"
                      "  exchange data, for which Batsim always uses --sg-cfg host/model:ptask_L07: 2\n"
                      "  exchange that SWF has no field for: 2\n"
                      "  delay, which is a run time in SWF and takes less on a faster host: 2\n"
                      "  work, of which SWF holds the run time at the reference speed: 2\n"
                      "  without a walltime, for which readers of SWF take the run time: 3\n"
                      "  metadata that SWF has no field for: 4\n");
  EXPECT_EQ(text_of(folder_ / "b.swf"),
            "; Version: 2.2\n"
            "; Computer: unknown\n"
            "; MaxJobs: 4\n"
            "; MaxRecords: 4\n"
            "; MaxNodes: 8\n"
            "; MaxProcs: 8\n"
            "; Note: written by Malha\n"
            "; Note: sorted by submission: 3\n"
            "; Note: delays, which reference_speed does not scale: 2\n"
            "; Note: exchange data, for which Batsim always uses --sg-cfg host/model:ptask_L07: 2\n"
            "; Note: exchange that SWF has no field for: 2\n"
            "; Note: delay, which is a run time in SWF and takes less on a faster host: 2\n"
            "; Note: work, of which SWF holds the run time at the reference speed: 2\n"
            "; Note: without a walltime, for which readers of SWF take the run time: 3\n"
            "; Note: jobs are numbered in order of submission, in which their own numbers do not increase\n"
            "; Note: user 2 is bert\n"
            "; Note: user 3 is anna\n"
            "; Note: queue 2 is long\n"
            "1 3 -1 10 -1 -1 -1 4 -1 -1 -1 2 3 -1 -1 -1 -1 -1\n"
            "2 4 -1 12.5 -1 -1 -1 2 20 -1 -1 3 -1 -1 1 -1 -1 -1\n"
            "3 4 -1 12.5 -1 -1 -1 2 -1 -1 -1 1 -1 -1 2 -1 -1 -1\n"
            "4 5 -1 10 -1 -1 -1 4 -1 -1 -1 3 -1 -1 -1 -1 -1 -1\n");
}

TEST_F(Convert, BatsimThroughBatsimGivesTheSameJobs) {
  write_text(folder_ / "a.json", mixed);
  EXPECT_EQ(convert("a.json b.json").status, 0);
  expect_same(read_file(folder_ / "b.json").jobs, read_file(folder_ / "a.json").jobs);
}

const std::string oscar = R"({"nb_res": 16, "jobs": [
  {"id": 1, "subtime": 0, "res": 13, "profile": "d", "walltime": 20, "extra_data": {"user": "anna", "fragments": [
    {"cpus": 4, "count": 2}, {"cpus": 4, "machine": "uff3", "exclusive": true}, {"cpus": 1, "exclusive": true}]}},
  {"id": 2, "subtime": 4, "res": 2, "profile": "d", "walltime": 20, "extra_data": {"class": "qos", "deadline": 64.5}},
  {"id": 3, "subtime": 5, "res": 4, "profile": "d", "walltime": 20, "extra_data": {"class": "emergency",
    "deadline": 35, "fragments": [{"cpus": 2, "machine": "uff2"}, {"cpus": 2, "machine": "uff2"}],
    "powers": {"kill": ["qos", "common"], "deallocate": ["critical_starve", "emergency"]}}},
  {"id": 4, "subtime": 6, "res": 1, "profile": "d", "walltime": 20, "extra_data": {"class": "emergency",
    "deadline": 36, "powers": {}}},
  {"id": 5, "subtime": 7, "res": 1, "profile": "d", "walltime": 20}],
  "profiles": {"d": {"type": "delay", "delay": 12.5}}})";

// The keys in an order of their own, names in that of the documentation; what has its default is not there.
TEST_F(Convert, WhatIsAskedOfAClusterStaysInBatsim) {
  write_text(folder_ / "a.json", oscar);
  EXPECT_EQ(convert("a.json b.json").out, "written: 5 jobs, 0 skipped\n");
  EXPECT_EQ(text_of(folder_ / "b.json"),
            R"({
"nb_res": 16,
"jobs": [
{"id":1,"subtime":0,"res":13,"profile":"delay 12.5","walltime":20,"extra_data":{"user":"anna","fragments":[{"cpus":4,"count":2},{"cpus":4,"machine":"uff3","exclusive":true},{"cpus":1,"exclusive":true}]}},
{"id":2,"subtime":4,"res":2,"profile":"delay 12.5","walltime":20,"extra_data":{"class":"qos","deadline":64.5}},
{"id":3,"subtime":5,"res":4,"profile":"delay 12.5","walltime":20,"extra_data":{"fragments":[{"cpus":2,"machine":"uff2"},{"cpus":2,"machine":"uff2"}],"class":"emergency","deadline":35,"powers":{"deallocate":["critical_starve","emergency"],"kill":["common","qos"]}}},
{"id":4,"subtime":6,"res":1,"profile":"delay 12.5","walltime":20,"extra_data":{"class":"emergency","deadline":36,"powers":{}}},
{"id":5,"subtime":7,"res":1,"profile":"delay 12.5","walltime":20}
],
"profiles": {
"delay 12.5": {"type":"delay","delay":12.5}
}
}
)");
  EXPECT_EQ(convert("b.json c.json").status, 0);
  EXPECT_EQ(text_of(folder_ / "c.json"), text_of(folder_ / "b.json"));
}

TEST_F(Convert, WhatIsAskedOfAClusterIsLostInSwfAndSaid) {
  write_text(folder_ / "a.json", oscar);
  const auto said = convert("a.json b.swf");
  EXPECT_EQ(said.out, "written: 5 jobs, 0 skipped\n"
                      "  fragments that SWF has no field for: 2\n"
                      "  class and deadline that SWF has no field for: 3\n"
                      "  delay, which is a run time in SWF and takes less on a faster host: 5\n");
  const auto header = read_file(folder_ / "b.swf").header;
  for (const auto* line : {"; Note: fragments that SWF has no field for: 2",
                           "; Note: class and deadline that SWF has no field for: 3"})
    EXPECT_EQ(std::count(header.begin(), header.end(), line), 1) << line;
}

// Jobs 1 and 3 are a bag, 2 is one of its own; the second task of the first gets the next free id.
TEST_F(Convert, BagsStayInBatsimAndAreTooMuchForSwf) {
  const auto task = [](const std::string& id, const std::string& bag) {
    return R"({"id": )" + id + R"(, "subtime": 0, "res": 1, "profile": "d", "extra_data": {"bag": )" + bag +
           R"(, "input": 7}})";
  };
  write_text(folder_ / "a.json", R"({"nb_res": 8, "jobs": [)" + task("1", "5") + "," + task("2", R"("b")") +
                                     "," + task("3", "5") +
                                     R"(], "profiles": {"d": {"type": "delay", "delay": 12.5}}})");
  EXPECT_EQ(convert("a.json b.json").out, "written: 2 jobs, 0 skipped\n");
  EXPECT_EQ(text_of(folder_ / "b.json"), R"({
"nb_res": 8,
"jobs": [
{"id":1,"subtime":0,"res":1,"profile":"delay 12.5","extra_data":{"bag":"5","input":7}},
{"id":3,"subtime":0,"res":1,"profile":"delay 12.5","extra_data":{"bag":"5","input":7}},
{"id":2,"subtime":0,"res":1,"profile":"delay 12.5","extra_data":{"bag":"b","input":7}}
],
"profiles": {
"delay 12.5": {"type":"delay","delay":12.5}
}
}
)");
  EXPECT_EQ(convert("b.json c.json").status, 0);
  EXPECT_EQ(text_of(folder_ / "c.json"), text_of(folder_ / "b.json"));
  expect_refused(
      "a.json b.swf",
      "job 1 has 2 tasks, and a line of SWF is one; valid: jobs of one task, or a path that ends in "
      ".json");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "b.swf"));
}

// Columns of jobs.csv: job_id, workload_name, profile, submission_time, requested_number_of_resources,
// requested_time, success, final_state, starting, execution, finish, waiting, turnaround time, stretch,
// allocated_resources, consumed_energy, metadata, job, user, queue, site, preemptions, restarts, wasted_time,
// work.
const std::string rows = "2,w,rigid,10,2,50,0,COMPLETED_WALLTIME_REACHED,12,50,62,2,52,1.04,0-1,-1,group=4;"
                         "memory=7,7,anna,1,s,0,0,0,1\n"
                         "0,w,rigid,0,3,-1,1,COMPLETED_SUCCESSFULLY,0,8.5,8.5,0,8.5,1,0-2,-1,,3,,,s,0,0,0,1\n"
                         "1,w,rigid,0,9,20,0,REJECTED,,,,,,,,-1,preceding=3,5,2,,,0,0,0,1\n"
                         "3,w,rigid,11,1,5,0,COMPLETED_KILLED,62,1,63,51,52,52,2,-1,,8,anna,,s,0,0,0,1\n"
                         "4,w,rigid,11,1,5,0,COMPLETED_FAILED,63,1,64,52,53,53,0,-1,,9,,,s,0,0,0,1\n";

TEST_F(Convert, ARunIsOneLineARowInOrderOfSubmission) {
  write_run(rows, R"({"platform": {"name": "ring"}})");
  const auto said = convert("run run/out.swf");
  EXPECT_EQ(said.out, "written: 5 jobs, 0 skipped\n"
                      "  cut at the walltime, which is the run time then: 1\n"
                      "  without a walltime, for which readers of SWF take the run time: 1\n");
  EXPECT_EQ(said.err, "");
  EXPECT_EQ(text_of(folder_ / "run/out.swf"), "; Version: 2.2\n"
                                              "; Computer: ring\n"
                                              "; MaxJobs: 5\n"
                                              "; MaxRecords: 5\n"
                                              "; MaxNodes: 3\n"
                                              "; MaxProcs: 3\n"
                                              "; Note: written by Malha\n"
                                              "; Note: cut at the walltime, which is the run time then: 1\n"
                                              "; Note: without a walltime, for which readers of SWF take the "
                                              "run time: 1\n"
                                              "; Note: user 1 is anna\n"
                                              "3 0 0 8.5 3 -1 -1 3 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
                                              "5 0 -1 -1 -1 -1 -1 9 20 -1 5 2 -1 -1 -1 -1 3 -1\n"
                                              "7 10 2 50 2 -1 7 2 50 -1 0 1 4 -1 1 -1 -1 -1\n"
                                              "8 11 51 1 1 -1 -1 1 5 -1 5 1 -1 -1 -1 -1 -1 -1\n"
                                              "9 11 52 1 1 -1 -1 1 5 -1 0 -1 -1 -1 -1 -1 -1 -1\n");
}

// The machine of the trace had 16 nodes, and that of the run has 3.
TEST_F(Convert, ARunOfATraceHasItsHeader) {
  write_run(rows, R"({"workload_header": ["; Version: 2.2", "; MaxNodes: 16", ";MaxProcs : 16"]})");
  EXPECT_EQ(convert("run out.swf.gz").status, 0);
  EXPECT_EQ(read_file(folder_ / "out.swf.gz").header,
            (Names{"; Version: 2.2", "; MaxNodes: 3", "; MaxProcs: 3",
                   "; Note: cut at the walltime, which is the run time then: 1",
                   "; Note: without a walltime, for which readers of SWF take the run time: 1",
                   "; Note: user 1 is anna"}));
}

TEST_F(Convert, TasksOfABagAreNumberedByTheirIds) {
  write_run("1,w,bag_of_tasks,0,1,-1,1,COMPLETED_SUCCESSFULLY,0,4,4,0,4,1,1,-1,preceding=1,0,,,s,0,0,0,1\n"
            "0,w,bag_of_tasks,0,1,-1,1,COMPLETED_SUCCESSFULLY,0,5,5,0,5,1,0,-1,,0,,,s,0,0,0,1\n",
            "{}");
  EXPECT_EQ(convert("run out.swf").status, 0);
  EXPECT_EQ(
      text_of(folder_ / "out.swf"),
      "; Version: 2.2\n"
      "; Computer: unknown\n"
      "; MaxJobs: 2\n"
      "; MaxRecords: 2\n"
      "; MaxNodes: 3\n"
      "; MaxProcs: 3\n"
      "; Note: written by Malha\n"
      "; Note: without a walltime, for which readers of SWF take the run time: 2\n"
      "; Note: job numbers are those of column job_id of jobs.csv, since column job repeats or does not "
      "increase\n"
      "0 0 0 5 1 -1 -1 1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
      "1 0 0 4 1 -1 -1 1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
}

TEST_F(Convert, WhatMalhaSimulatedCanBeConvertedAndReadAgain) {
  write_text(folder_ / "a.swf", trace);
  const auto simulated =
      run_shell("\"$MALHA\" simulate -p star -d cluster.fcfs -w a.swf -o done", folder_.path());
  ASSERT_EQ(simulated.status, 0) << simulated.err;
  EXPECT_EQ(convert("done b.swf").out, "written: 3 jobs, 0 skipped\n"
                                       "  cut at the walltime, which is the run time then: 1\n");
  const auto found = read_file(folder_ / "b.swf");
  ASSERT_EQ(found.jobs.size(), 3u);
  EXPECT_EQ(found.jobs.back().id, 9);
  EXPECT_EQ(found.header.at(1), "; Computer: none");
}

TEST_F(Convert, AFileThatIsThereIsReplaced) {
  write_text(folder_ / "a.swf", trace);
  write_text(folder_ / "b.json", "old");
  EXPECT_EQ(convert("a.swf b.json").status, 0);
  EXPECT_EQ(read_file(folder_ / "b.json").jobs.size(), 3u);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "b.json.partial"));
}

TEST_F(Convert, RefusesPlacesThatItCannotReadOrWrite) {
  write_text(folder_ / "a.swf", trace);
  std::filesystem::create_directory(folder_ / "folder.swf");
  std::filesystem::create_symlink("a.swf", folder_ / "link.swf");
  std::filesystem::create_symlink("nothing", folder_ / "loose.swf");
  const std::string written = ".json, .swf, .swf.gz",
                    endings = ".json, .csv, .csv.gz, .sacct, .sacct.gz, .swf, .swf.gz, .dax, .dot, .gv";
  expect_refused("a.swf", "convert: takes IN and OUT, not 1 words; see malha convert --help");
  expect_refused("a.txt b.swf",
                 "convert: a.txt is no workload; valid: a path that ends in " + endings +
                     ", the folder of a run, or a log of failures (.tab, .tab.gz, .fta, .fta.gz)");
  expect_refused("rigid_jobs b.swf",
                 "convert: rigid_jobs is no workload; valid: a path that ends in " + endings +
                     ", the folder of a run, or a log of failures (.tab, .tab.gz, .fta, .fta.gz)");
  expect_refused("no.swf b.swf", "convert: no.swf: there is no such file");
  expect_refused("folder.swf b.swf",
                 "convert: folder.swf holds no run; valid: a folder with jobs.csv and manifest.json");
  expect_refused("a.swf b.csv", "convert: cannot write b.csv; valid: a path that ends in " + written);
  expect_refused("a.swf ./a.swf", "convert: ./a.swf is what is to be read; valid: another file");
  expect_refused("a.swf link.swf", "convert: link.swf is what is to be read; valid: another file");
  expect_refused("a.swf loose.swf",
                 "convert: loose.swf exists and is not a regular file; valid: another path");
  expect_refused("a.swf folder.swf",
                 "convert: folder.swf exists and is not a regular file; valid: another path");
  expect_refused("a.swf no/b.swf", "convert: no is not a folder; valid: an existing folder");
  EXPECT_EQ(text_of(folder_ / "a.swf"), trace);
}

TEST_F(Convert, RefusesWhatItCannotConvert) {
  write_run(rows, "{}");
  write_text(folder_ / "a.swf", trace);
  write_text(folder_ / "a.json", mixed);
  write_text(folder_ / "b.json", "old");
  expect_refused("run b.json",
                 "convert: cannot write a run as b.json; valid: a path that ends in .swf, .swf.gz");
  expect_refused("run b.swf --set workload.estimates=exact",
                 "setting workload.estimates=exact: a run that is converted takes no settings");
  expect_refused("a.swf b.json --set platform.hosts=3",
                 "setting platform.hosts=3: a conversion takes workload.… only");
  expect_refused("a.swf b.json --set workload.estimate=exact",
                 "workload 'a.swf': unknown parameter 'estimate'; did you mean estimates?; valid: a name "
                 "that malha describe swf shows");
  expect_refused("a.swf b.json --set workload.dependencies=afterok",
                 "setting workload.dependencies=afterok: a conversion makes no job wait; it writes what jobs "
                 "wait for as the file has it");
  expect_refused("a.json b.swf", "job 2 gives work, and SWF holds run times; valid: --set "
                                 "workload.reference_speed=S, at which its run time is taken");
  EXPECT_EQ(text_of(folder_ / "b.json"), "old");
}

TEST_F(Convert, NamesWhatIsWrongInARun) {
  const std::string manifest = "run/manifest.json: ";
  write_run(rows, "no JSON");
  expect_refused("run b.swf", manifest + "is no manifest of a run; valid: a folder that a run wrote");
  write_run(rows, R"({"workload_header": ["Version: 2.2"]})");
  expect_refused("run b.swf", manifest +
                                  "'workload_header' holds no header of SWF; valid: an array of lines that "
                                  "begin with ';'");
  write_run(rows, R"({"workload_header": )" + std::string(100000, '[') + std::string(100000, ']') + "}");
  expect_refused("run b.swf", manifest + "is nested 100001 deep; valid: a manifest that a run wrote");
  const std::string begin = "0,w,rigid,0,1,-1,1,", end = ",-1,,0,,,s,0,0,0,1\n";
  write_run(begin + "DONE,0,4,4,0,4,1,0" + end, "{}");
  expect_refused("run b.swf",
                 "run/jobs.csv:2: 'DONE' in column 'final_state'; valid: COMPLETED_SUCCESSFULLY, "
                 "COMPLETED_WALLTIME_REACHED, COMPLETED_FAILED, COMPLETED_KILLED, REJECTED");
  write_run(begin + "COMPLETED_SUCCESSFULLY,0,-4,4,0,4,1,0" + end, "{}");
  expect_refused("run b.swf",
                 "run/jobs.csv:2: '-4' in column 'execution_time'; valid: at least 0, or -1 or nothing "
                 "where it is not known");
  write_run(begin + "COMPLETED_SUCCESSFULLY,0,4,4,0,4,1,3-1" + end, "{}");
  expect_refused("run b.swf", "run/jobs.csv:2: '3-1' is not a set of intervals such as '0-3 5' in column "
                              "'allocated_resources'");
}

} // namespace convert_test
} // namespace malha::testing
