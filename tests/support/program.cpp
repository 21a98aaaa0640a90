// SPDX-License-Identifier: MIT
#include "program.hpp"

#include "open_program.hpp"

namespace malha::testing {

Said run_shell(const std::string& command, const std::filesystem::path& folder) {
  setenv("MALHA", MALHA_PROGRAM, 1);
  for (const std::string program : {"\"$MALHA\" ", "$MALHA "})
    if (OpenProgram::is_prepared() && command.rfind(program, 0) == 0)
      return OpenProgram::run(command.substr(program.size()), folder);
  const TemporaryFolder said;
  const std::string line = "cd '" + folder.string() + "' && { " + command + "\n} >'" +
                           (said / "out").string() + "' 2>'" + (said / "err").string() + "' </dev/null";
  const int status = std::system(line.c_str());
  return {shell_status(status), text_of(said / "out"), text_of(said / "err")};
}

} // namespace malha::testing
