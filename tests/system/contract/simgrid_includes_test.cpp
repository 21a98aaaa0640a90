// SPDX-License-Identifier: MIT
// Only actors and their tests parse SimGrid: it is the longest header of most sources that see it.
#include "files.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>

namespace malha::test {
namespace simgrid_includes_test {

using malha::testing::TemporaryFolder;
using malha::testing::text_of;
using malha::testing::write_text;

/// Follows the includes of sources through the files below one folder.
class Includes {
public:
  explicit Includes(fs::path root) : root_(std::move(root)) {}

  /// The shortest chain from a source to a header of SimGrid: "a.cpp > b.hpp > simgrid/s4u.hpp"; "" if there
  /// is none.
  std::string chain_to_simgrid(const std::string& source) {
    std::map<std::string, std::string> included_by{{source, ""}};
    for (std::deque<std::string> open{source}; !open.empty(); open.pop_front()) {
      const auto file = open.front(); // a copy: the queue grows
      for (const auto& include : of(file)) {
        if (is_of_simgrid(include) && !fs::exists(root_ / include))
          return chain(file, included_by) + " > " + include;
        if (included_by.emplace(include, file).second)
          open.push_back(include);
      }
    }
    return "";
  }

private:
  /// The files of the project that a file includes, by their paths below the root, and the headers of
  /// SimGrid.
  const std::vector<std::string>& of(const std::string& file) {
    const auto [known, is_new] = known_.try_emplace(file);
    if (is_new)
      for (const auto& include : includes_of(text_of(root_ / file))) {
        const auto beside = (fs::path(file).parent_path() / include).lexically_normal();
        if (fs::is_regular_file(root_ / beside))
          known->second.push_back(beside.string());
        else if (fs::is_regular_file(root_ / include) || is_of_simgrid(include))
          known->second.push_back(include);
      }
    return known->second;
  }

  static std::string chain(const std::string& file, const std::map<std::string, std::string>& included_by) {
    const auto& before = included_by.at(file);
    return before.empty() ? file : chain(before, included_by) + " > " + file;
  }

  fs::path root_;
  std::map<std::string, std::vector<std::string>> known_;
};

TEST(SimGridIncludes, AreInNoSourceOfScenariosResultsPoliciesAndPlatforms) {
  Includes includes(source_folder);
  for (const std::string room : {"scenarios", "results", "policies", "platforms"})
    for (const auto& folder : {room, "tests/" + room}) {
      const auto sources = files_below(source_folder / folder, {".cpp", ".hpp"});
      EXPECT_FALSE(sources.empty()) << folder;
      for (const auto& source : sources)
        EXPECT_EQ(includes.chain_to_simgrid(fs::relative(source, source_folder).string()), "");
    }
}

// An actor's source shows that a chain is found in the tree, too.
TEST(SimGridIncludes, AreSeenInAnActor) {
  EXPECT_EQ(Includes(source_folder).chain_to_simgrid("actors/workload/submitter.cpp"),
            "actors/workload/submitter.cpp > actors/runtime/simgrid/mailbox.hpp > simgrid/s4u.hpp");
}

TEST(SimGridIncludes, AreFoundThroughOtherFiles) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "room/deep");
  write_text(folder / "room/a.cpp", "#include \"b.hpp\"\n#include \"room/deep/d.hpp\"\n");
  write_text(folder / "room/b.hpp", "// #include <simgrid/s4u.hpp>\n#include <vector>\n#include \"a.cpp\"\n");
  write_text(folder / "room/deep/d.hpp", "#include \"../e.hpp\"\n");
  write_text(folder / "room/e.hpp", "#include <xbt/log.h>\n");
  Includes includes(folder.path());
  EXPECT_EQ(includes.chain_to_simgrid("room/a.cpp"), "room/a.cpp > room/deep/d.hpp > room/e.hpp > xbt/log.h");
  fs::remove(folder / "room/e.hpp");
  EXPECT_EQ(Includes(folder.path()).chain_to_simgrid("room/a.cpp"), "");
}

} // namespace simgrid_includes_test
} // namespace malha::test
