// SPDX-License-Identifier: MIT
// Commands that read the folder of a campaign while another one writes it.
#include "campaign.hpp"
#include "policies/sdk/errors.hpp"
#include "scenarios/runner/campaign/store.hpp"

#include <chrono>
#include <thread>

namespace malha::testing {
namespace read_while_running_test {

namespace fs = std::filesystem;

/// 200 runs, one after the other, each of some tenths of a second: they are at work during the whole test.
class Running : public Campaign {
protected:
  Running() : Campaign(batch_scenario(100, 100000)) {
    while (!fs::exists(folder_ / "out" / Store::file_name) || done() < 2)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ~Running() override {
    campaign_.send(SIGTERM);
    EXPECT_EQ(campaign_.wait().status, 128 + ended_by_);
  }

  std::size_t done() const {
    try {
      return Store(folder_ / "out", Store::Access::read).finished().size();
    } catch (const InputError&) { // its tables are not there yet
      return 0;
    }
  }
  void expect_read(const std::string& command) const {
    const auto said = malha(command);
    EXPECT_EQ(said.status, 0) << command << said.err;
    EXPECT_EQ(said.err, "") << command;
    EXPECT_FALSE(campaign_.has_ended());
  }

  int ended_by_ = SIGTERM;
  const Started campaign_{{"run", "./scenario.xml", "-o", "out", "-j", "1"}, folder_.path()};
};

TEST_F(Running, ACampaignSaysHowFarItIs) {
  // The time that is left may be known from runs of earlier campaigns, before one has ended here.
  int done_so_far = 0;
  for (bool is_told = false; !is_told || done_so_far == 0;) {
    const auto said = malha("status out");
    ASSERT_EQ(said.status, 0) << said.err;
    ASSERT_FALSE(campaign_.has_ended());
    EXPECT_NE(said.out.find("running"), std::string::npos) << said.out;
    EXPECT_NE(said.out.find(" of 200 runs are done, 0 failed"), std::string::npos) << said.out;
    const auto out = in_one_line(said.out);
    is_told = out.find(" left while 1 task runs") != std::string::npos;
    const auto of = out.find(" of 200 runs are done");
    const int now_done = std::stoi(out.substr(out.rfind(' ', of - 1)));
    EXPECT_GE(now_done, done_so_far) << out;
    done_so_far = now_done;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

TEST_F(Running, ACampaignIsReadAsFarAsItIs) {
  for (int i = 0; i < 3; ++i) {
    expect_read("status out");
    expect_read("report out -o page.html");
    expect_read("plot out --figure sweep.scenario.makespan -o figure.svg");
  }
  const auto said = malha("collect out -o whole");
  EXPECT_EQ(said.status, 2);
  EXPECT_NE(said.err.find(" of 200 runs are done; run the shards that are missing, then collect again"),
            std::string::npos)
      << said.err;
  EXPECT_NE(text_of(folder_ / "page.html").find("unfinished: "), std::string::npos);
}

TEST_F(Running, ACampaignThatWasKilledIsMissingAtOnce) {
  ended_by_ = SIGKILL;
  campaign_.send(SIGKILL);
  while (!campaign_.has_ended())
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::string state = "running";
  while (state.find("running") != std::string::npos)
    state = malha("status out").out; // its workers, which end with it, hold the lock for a moment
  EXPECT_NE(state.find(" of 200 runs are done, 0 failed"), std::string::npos) << state;
}

} // namespace read_while_running_test
} // namespace malha::testing
