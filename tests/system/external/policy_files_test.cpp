// SPDX-License-Identifier: MIT
// The files of policies in other processes: what identifies a run, and where they are found.
#include "external_run.hpp"

namespace malha::testing {
namespace policy_files_test {

// The content of its file and of what it reads is a part of what identifies a run.
TEST(PolicyFiles, IsKnownByItsFiles) {
  const TemporaryFolder folder;
  const auto hash = [&](const std::string& source, const std::string& data) {
    write_text(folder / "mine.py", source);
    write_text(folder / "data.txt", data);
    const auto said =
        run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs "
                  "--set workload.jobs=3 --set policy=python:mine.py --set policy.files=data.txt "
                  "-o out && cat out/machine.json && rm -r out",
                  folder.path());
    EXPECT_EQ(said.status, 0) << said.err;
    const auto at = said.out.find("\"python:mine.py\"");
    EXPECT_NE(at, std::string::npos) << said.out;
    return at == std::string::npos ? "" : said.out.substr(at, said.out.find('\n', at) - at);
  };
  const std::string source = "def decide(view):\n    return view.queue[:1] if len(view.free) == 4 else []\n";
  const auto first = hash(source, "1");
  EXPECT_EQ(hash(source, "1"), first);
  EXPECT_NE(hash(source, "2"), first);
  EXPECT_NE(hash(source + "\n", "1"), first);
}

// Two files of one name are two policies, whichever is named first.
TEST(PolicyFiles, IsNotAnotherOneOfItsName) {
  const TemporaryFolder folder;
  const auto policy_in = [&](const char* name) -> const PolicyDescriptor& {
    std::filesystem::create_directory(folder / name);
    write_text(folder / name / "mine.py", name);
    return shipped_catalog().policy("python:" + (folder / name / "mine.py").string(), "cluster/queue");
  };
  external::set_python_folder(python_folder);
  for (const auto* name : {"first", "second"}) {
    const auto& policy = policy_in(name);
    EXPECT_EQ(policy.name, "python:mine.py");
    const Parameters parameters(policy.parameters, {});
    EXPECT_EQ(external::files_of(policy, parameters),
              std::vector<std::filesystem::path>{folder / name / "mine.py"});
    EXPECT_EQ(external::shown_parameters(policy, parameters).count("program"), 0U);
  }
}

// The files among the words of its command and in `files` are found from another folder, and have their part
// in what identifies the run.
TEST(PolicyFiles, AreFoundFromAnotherFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "here/data");
  std::filesystem::create_directories(folder / "there");
  write_program(folder / "here/bad", "bad_policy.py");
  write_text(folder / "here/data/model", "1");
  write_text(folder / "here/data/more", "1");
  const auto made =
      run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs --set "
                "workload.jobs=5 --set policy='external:./bad good data/model' --set policy.files=data/more "
                "-o out",
                folder / "here");
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_NE(text_of(folder / "here/out/machine.json").find("\"external:bad good model\""), std::string::npos);
  EXPECT_EQ(run_shell("\"$MALHA\" rerun ../here/out", folder / "there").status, 0);
  const auto hash = [&] {
    const auto said =
        run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs --set "
                  "workload.jobs=5 --set policy='external:../here/bad good ../here/data/model' --set "
                  "policy.files=../here/data/more -o out && cat out/machine.json && rm -r out",
                  folder / "there");
    EXPECT_EQ(said.status, 0) << said.err;
    const auto at = said.out.find("\"external:bad good model\"");
    EXPECT_NE(at, std::string::npos) << said.out;
    return at == std::string::npos ? "" : said.out.substr(at, said.out.find('\n', at) - at);
  };
  const auto first = hash();
  for (const auto* file : {"model", "more"}) {
    write_text(folder / "here/data" / file, "2");
    EXPECT_NE(hash(), first) << file;
    write_text(folder / "here/data" / file, "1");
  }
  EXPECT_EQ(hash(), first);
}

// The setting names the files of a policy that the deployment names.
TEST(PolicyFiles, OfADeploymentAreFoundFromAnotherFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "there");
  write_text(folder / "model", "1");
  write_text(folder / "mine.py",
             "def decide(view):\n    return view.queue[:1] if len(view.free) == 4 else []\n");
  write_text(folder / "d.xml", "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
                               "\"https://simgrid.org/simgrid.dtd\">\n<platform version='4.1'>\n<actor "
                               "host='@role=master' function='cluster/scheduler'>\n<prop id='policy' "
                               "value='python:" +
                                   (folder / "mine.py").string() + "'/>\n</actor>\n</platform>\n");
  const auto made =
      run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d d.xml -w rigid_jobs --set "
                "workload.jobs=3 --set policy.files=model -o out",
                folder.path());
  ASSERT_EQ(made.status, 0) << made.err;
  const auto again = run_shell("\"$MALHA\" rerun ../out", folder / "there");
  EXPECT_EQ(again.status, 0) << again.err;
}

// One name for two files would say in results which was asked what, and not which is which.
TEST(PolicyFiles, OfOneRunHaveDifferentNames) {
  const TemporaryFolder folder;
  for (const auto* name : {"a", "b"})
    std::filesystem::create_directory(folder / name);
  write_text(folder / "a/mine.py",
             "def decide(view):\n    return view.queue[:1] if len(view.free) == 4 else []\n");
  write_text(folder / "b/mine.py", "def priority(job, view):\n    return 1\n");
  const auto said = [&](const std::string& priority) {
    return run_shell("\"$MALHA\" simulate -p star --set platform.hosts=4 -d cluster.fcfs -w rigid_jobs --set "
                     "workload.jobs=3 --set policy=python:a/mine.py --set policy.priority=python:" +
                         priority + " --overwrite -o out",
                     folder.path());
  };
  const auto refused = said("b/mine.py");
  EXPECT_EQ(refused.status, 2) << refused.err;
  EXPECT_NE(refused.err.find("'python:" + (folder / "b/mine.py").string() +
                             "' of one run would both be 'python:mine.py' in its results; valid: files of "
                             "different names, or of the same content\n"),
            std::string::npos)
      << refused.err;
  std::filesystem::rename(folder / "b/mine.py", folder / "b/other.py");
  EXPECT_EQ(said("b/other.py").status, 0);
}

// A file that is not there is bad input in a campaign, too.
TEST(PolicyFiles, AreBadInputOfACampaign) {
  const TemporaryFolder folder;
  write_text(folder / "mine.py", "def decide(view):\n    return []\n");
  const auto said =
      run_shell("\"$MALHA\" compare -p star -d cluster.fcfs -d cluster.easy_backfill -w rigid_jobs --set "
                "policy=python:mine.py --set policy.files=nothing -o out",
                folder.path());
  EXPECT_EQ(said.status, 2) << said.err;
  EXPECT_NE(said.err.find("policy 'python:mine.py': parameter 'files' names 'nothing', and there is no such "
                          "file"),
            std::string::npos)
      << said.err;
}

} // namespace policy_files_test
} // namespace malha::testing
