// SPDX-License-Identifier: MIT
// The Debian packages: built, checked, installed in a root of this Debian with nothing else in it, and used
// there.
#include "tests/support/page_steps.hpp"
#include "whole_tour.hpp"

#include <chrono>

namespace malha::testing {
namespace packages_test {

/// A root of Debian that has apt and what every Debian has, among the files of a folder that is removed.
class FreshRoot : public ::testing::Test {
protected:
  /// Runs a shell command of this machine beside the root.
  Said here(const std::string& command) const { return run_shell(command, folder_.path()); }
  /// Runs a bash script in the root. `mounts` are done before, in a namespace of their own.
  Said there(const std::string& script, const std::string& mounts = "") const {
    write_text(folder_ / "root/stage/script.sh", "cd /stage\n" + script + "\n");
    return run_shell("unshare --mount bash -e -c '" + mounts +
                         " mount -t proc none root/proc; exec chroot root " +
                         "env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/stage bash /stage/script.sh'",
                     folder_.path());
  }
  Said install(const std::string& packages) const {
    return there("DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends " + packages);
  }

  /// Says which package is missing, or why no root can be made here; "" where it has been made.
  std::string make_root() const {
    if (geteuid() != 0)
      return "only root may enter a root of its own";
    for (const auto* package : {"mmdebstrap", "lintian"})
      if (run_shell(std::string("command -v ") + package, folder_.path()).status != 0)
        return std::string(package) + " is not installed";
    // The mirrors of this machine's own apt. What dpkg writes need not survive a power cut.
    const auto made = run_shell(
        "apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' "
        "'Origin: Debian' | sort -u >mirrors && test -s mirrors && "
        "mmdebstrap --mode=root --variant=apt --quiet --skip=cleanup/apt/lists --dpkgopt=force-unsafe-io "
        "--aptopt='Acquire::Retries \"5\"' '' root mirrors && mkdir root/stage",
        folder_.path());
    return made.status == 0 ? ""
                            : "no root can be made of the Debian that apt-get update has found: " + made.err;
  }

  TemporaryFolder folder_;
};

// Everything below is one test, since the root takes the time.
TEST_F(FreshRoot, TakesTheProgramAndThenWhatExtendsIt) {
  if (const auto reason = make_root(); !reason.empty())
    GTEST_SKIP() << reason;

  // Packages without an error for those who know Debian's rules.
  const auto packed = here("cpack --config '" MALHA_BUILD "/CPackConfig.cmake' -B debs");
  ASSERT_EQ(packed.status, 0) << packed.out << packed.err;
  const auto judged = here("lintian --allow-root --fail-on error debs/*.deb");
  EXPECT_EQ(judged.status, 0) << judged.out << judged.err;

  // The program runs where there is no compiler, and nothing can be written but in one folder.
  here("cp debs/*.deb root/stage/");
  const auto installed = install("./malha_*.deb");
  ASSERT_EQ(installed.status, 0) << installed.out << installed.err;
  EXPECT_EQ(there("! command -v cc c++ gcc g++ clang cmake make").out, "");
  EXPECT_EQ(there("malha --version").out, "malha " MALHA_VERSION "\n");
  const auto closed =
      "mount --bind root root; mount --bind root/stage root/stage; mount -o remount,bind,ro root;";
  EXPECT_NE(there("touch /tmp/file", closed).status, 0);
  const auto began = std::chrono::steady_clock::now();
  const auto reproduced = there("malha reproduce easygrid -o out", closed);
  std::cout << "malha reproduce easygrid took "
            << std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count()
            << " s there\n";
  EXPECT_EQ(reproduced.status, 0) << reproduced.err; // all misses are known, see docs/studies/easygrid.md
  EXPECT_EQ(reproduced.err, "");
  EXPECT_NE(reproduced.out.find("  unchanged\n"), std::string::npos) << reproduced.out;
  EXPECT_EQ(reproduced.out.find(" changed\n"), std::string::npos) << reproduced.out;
  EXPECT_EQ(there("TMPDIR=/stage malha report out", closed).status,
            0); // it needs docs/sources.bib, which is no documentation
  const auto toured = there("MALHA=malha\n" + tour_of_all());
  EXPECT_EQ(toured.out, "") << toured.err;
  const auto beside =
      there("cd /usr/share && malha simulate -p star -d cluster.fcfs -w bag_of_tasks", closed);
  EXPECT_EQ(beside.status, 2);
  EXPECT_EQ(beside.err,
            "malha: output folder malha-out: cannot be written: Read-only file system; valid: a folder "
            "where you may write\n");
  EXPECT_EQ(there("malha new platform bus").err,
            "malha: new: /usr/share/malha/scenarios/runner/commands/templates/platform is "
            "not there; valid: install malha-dev, which has the templates of "
            "projects\n");
  EXPECT_EQ(there("malha accept easygrid-benefit-static").err,
            "malha: accept: an installed Malha keeps its references; valid: ./malha accept in its sources\n");
  EXPECT_EQ(there("test -s /usr/share/man/man1/malha-reproduce.1.gz && "
                  ". /usr/share/bash-completion/completions/malha && complete -p malha")
                .out,
            "complete -F _malha malha\n");

  // Python finds its package.
  const auto with_python = install("./python3-malha_*.deb");
  ASSERT_EQ(with_python.status, 0) << with_python.out << with_python.err;
  const auto simulated = there("cd / && TMPDIR=/stage python3 -c 'from malha.env import JobChoice\n"
                               "env = JobChoice(settings={\"workload.jobs\": 20})\n"
                               "print(len(env.reset(seed=1)[0]), env.step(0)[2])'",
                               closed);
  EXPECT_EQ(simulated.out, "41 False\n") << simulated.err;

  // With the other package and a compiler the plugins of docs/extending.md build and do what the page says.
  const auto extended = install("./malha-dev_*.deb cmake g++ libgtest-dev ninja-build");
  ASSERT_EQ(extended.status, 0) << extended.out << extended.err;
  auto page = text_of(MALHA_SOURCE_FOLDER "/docs/extending.md");
  page = page.substr(page.find("\n## A policy"));
  page = replaced(page, "~/malha/", "/usr/");
  EXPECT_EQ(page.find("~/malha"), std::string::npos);
  const auto steps = steps_of(page);
  ASSERT_GE(steps.size(), 15u);
  follow(steps, "", folder_ / "root/stage", "/stage", [&] { there("bash script"); });

  // What has been removed leaves nothing.
  EXPECT_EQ(there("apt-get purge -y -qq malha malha-dev python3-malha >/dev/null && find /usr /etc /var "
                  "-name '*malha*'")
                .out,
            "");
}

} // namespace packages_test
} // namespace malha::testing
