// SPDX-License-Identifier: MIT
// Files that nobody means: pipes and devices, bytes that are no UTF-8, and numbers that would fill the
// memory.
#include "reading.hpp"

#include <nlohmann/json.hpp>

namespace malha::testing {
namespace hostile_files_test {

const std::string one_job = "1 0 -1 10 1 -1 -1 1 20 -1 -1 -1 -1 -1 -1 -1 -1 -1\n";

class HostileFiles : public Reading {
protected:
  Said malha(const std::string& arguments) const {
    return run_shell("timeout 60 \"$MALHA\" " + arguments, folder_.path());
  }
  Said simulate(const std::string& workload, const std::string& more = "") const {
    return malha("simulate -p star --set platform.hosts=2 -d cluster.fcfs -w " + workload + " -o out " +
                 more);
  }
};

TEST_F(HostileFiles, APipeOrADeviceIsNoWorkload) {
  ASSERT_EQ(
      run_shell("mkfifo a.swf a.json a.swf.gz; ln -s /dev/zero b.swf; ln -s /dev/zero b.json", folder_.path())
          .status,
      0);
  for (const std::string name : {"a.swf", "a.json", "a.swf.gz", "b.swf", "b.json"}) {
    const auto message =
        "malha: " + name + ": is a pipe or a device, which may never end; valid: a regular file\n";
    for (const auto& said : {simulate(name), malha("convert " + name + " c.swf")}) {
      EXPECT_EQ(said.status, 2) << name;
      EXPECT_EQ(said.err, message);
    }
    EXPECT_EQ(thrown<InputError>([&] { read_file(folder_ / name); }),
              (folder_ / name).string() +
                  ": is a pipe or a device, which may never end; valid: a regular file");
  }
}

// "Universit\xE9" is Latin-1. JSON must be UTF-8, so that the manifest says it in UTF-8.
TEST_F(HostileFiles, AHeaderInLatin1IsKept) {
  write_text(folder_ / "a.swf", "; Computer: Universit\xE9\n; Note: d\xC3\xA9j\xC3\xA0\n" + one_job);
  const auto said = simulate("a.swf");
  EXPECT_EQ(said.err, "");
  ASSERT_EQ(said.status, 0);
  const auto manifest = nlohmann::json::parse(text_of(folder_ / "out/manifest.json"));
  EXPECT_EQ(manifest["workload_header"],
            (nlohmann::json{"; Computer: Universit\xC3\xA9", "; Note: d\xC3\xA9j\xC3\xA0"}));
  EXPECT_EQ(malha("validate out").status, 0);
  EXPECT_EQ(simulate("a.swf").status, 0); // the folder holds the same
  EXPECT_EQ(malha("convert a.swf b.swf").status, 0);
  EXPECT_EQ(text_of(folder_ / "b.swf").substr(0, 24), "; Computer: Universit\xE9\n;");
}

TEST_F(HostileFiles, AnyBytesMayBeInAPath) {
  for (const std::string name : {"\xE9t\xE9", "\xFF", "\xC3\xA9"}) {
    write_text(folder_ / (name + ".swf"), one_job);
    const auto said = run_shell("\"$MALHA\" simulate -p star --set platform.hosts=2 -d cluster.fcfs -w " +
                                    name + ".swf -o out-" + name + " && \"$MALHA\" validate out-" + name,
                                folder_.path());
    EXPECT_EQ(said.err, "");
    EXPECT_EQ(said.status, 0) << name;
    EXPECT_TRUE(nlohmann::json::parse(text_of(folder_ / ("out-" + name) / "manifest.json")).is_object());
  }
}

// A campaign keeps what was asked for in its store, as UTF-8, and reads it again when it goes on.
TEST_F(HostileFiles, ACampaignNamesFilesInUtf8) {
  write_text(folder_ / "\xFF.swf", one_job);
  const auto said = malha("compare -p star --set platform.hosts=2 -w \xFF.swf -d cluster.fcfs -d "
                          "cluster.easy_backfill -o compared");
  EXPECT_EQ(said.err,
            "malha: a path or a setting of a comparison of cluster.fcfs, cluster.easy_backfill on star "
            "under \\xff.swf is not UTF-8, in which a campaign keeps them; valid: another name for the "
            "file\n");
  EXPECT_EQ(said.status, 2);
}

TEST_F(HostileFiles, ABagHasALimit) {
  for (const auto& [settings, message] : std::vector<std::pair<std::string, std::string>>{
           {"bag_of_tasks --set workload.tasks=1000000000",
            "malha: workload 'bag_of_tasks': parameter 'tasks' cannot be '1000000000'; valid: an integer, "
            "from 1 "
            "to 10000000\n"},
           {"bags --set workload.total=1e9 --set workload.mean=1",
            "malha: workload 'bags': parameter 'total' cannot be '1e+09' with mean 1; valid: at most 1e+07, "
            "for 1e+07 "
            "tasks\n"}}) {
    const auto said = simulate(settings);
    EXPECT_EQ(said.status, 2);
    EXPECT_EQ(said.err, message);
  }
}

TEST_F(HostileFiles, AJobHasALimitOfFragments) {
  const auto with = [](const std::string& fragments) {
    return R"({"nb_res": 1, "jobs": [{"id": 1, "subtime": 0, "res": 2000000000, "profile": "d",
      "extra_data": {"fragments": )" +
           fragments + R"(}}], "profiles": {"d": {"type": "delay", "delay": 1}}})";
  };
  const std::string message = ": job 1: extra_data: 'fragments' are more than 10000; valid: fewer";
  EXPECT_EQ(refusal("a.json", with(R"([{"cpus": 1, "count": 2000000000}])")), message);
  EXPECT_EQ(refusal("a.json", with(R"([{"cpus": 1, "count": 10000}, {"cpus": 1}])")), message);
  EXPECT_EQ(read("a.json", with(R"([{"cpus": 200000, "count": 10000}])")).jobs.at(0).fragments.size(),
            10000u);
}

} // namespace hostile_files_test
} // namespace malha::testing
